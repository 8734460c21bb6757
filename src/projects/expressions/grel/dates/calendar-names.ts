export interface CalendarNames {
  /** From January; every form of the month, longest first. */
  readonly months: readonly (readonly string[])[];
  /** From Sunday. */
  readonly weekdays: readonly (readonly string[])[];
}

export const MONTHS: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
export const WEEKDAYS: readonly string[] = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
];

const kept = new Map<string, CalendarNames>();

/** The names in a language (`fr`, `en-GB`), long and short, within dates and alone. */
export function calendarNames(locale: string): CalendarNames {
  let names = kept.get(locale);
  if (names === undefined) {
    names = {
      months: MONTHS.map((_, month) => formsOf(locale, Date.UTC(2021, month, 15), 'month')),
      weekdays: WEEKDAYS.map((_, day) => formsOf(locale, Date.UTC(2023, 0, 1 + day), 'weekday')),
    };
    kept.set(locale, names);
  }
  return names;
}

function formsOf(locale: string, epochMs: number, part: 'month' | 'weekday'): readonly string[] {
  const forms = new Set<string>();
  for (const length of ['long', 'short'] as const)
    for (const others of [
      {},
      { day: 'numeric' as const },
      { day: 'numeric' as const, month: 'long' as const, year: 'numeric' as const },
    ]) {
      const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...others, [part]: length });
      const found = format.formatToParts(epochMs).find(({ type }) => type === part)?.value;
      if (found === undefined || /^\d+$/.test(found)) continue;
      forms.add(found);
      // Without the point of the abbreviation it is the same month.
      forms.add(found.replace(/\.$/, ''));
    }
  return [...forms].sort((one, other) => other.length - one.length);
}

/** Whether a text is the tag of a language with known names, and not a pattern that looks like one. */
export function isKnownLanguage(tag: string): boolean {
  if (!/^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})*$/.test(tag)) return false;
  try {
    const language = tag.replaceAll('_', '-');
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
}
