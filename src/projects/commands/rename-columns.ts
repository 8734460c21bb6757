/** Members of operations and of their engines that name one column, or a list of columns. */
const COLUMN_MEMBERS = new Set([
  'columnName',
  'baseColumnName',
  'oldColumnName',
  'keyColumnName',
  'valueColumnName',
  'noteColumnName',
  'startColumnName',
  'fromColumnName',
  'columnNames',
  'toColumnNames',
  'column',
  'cx',
  'cy',
]);

/**
 * A recipe with columns under other names, wherever a member of an operation, of its facets or of its sorting names one. Expressions stay as they are, for a
 * name inside them cannot be told from any other text.
 */
export function renameColumns(recipe: unknown, renames: ReadonlyMap<string, string>): unknown {
  if (renames.size === 0) return recipe;
  const renamed = (name: unknown): unknown => (typeof name === 'string' ? (renames.get(name) ?? name) : name);
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([member, held]: [string, unknown]) => {
        if (!COLUMN_MEMBERS.has(member)) return [member, visit(held)];
        return [
          member,
          Array.isArray(held) ? held.map(renamed) : typeof held === 'string' ? renamed(held) : visit(held),
        ];
      }),
    );
  };
  return visit(recipe);
}
