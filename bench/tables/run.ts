import { measureRecognition, sharesOf } from './measure-recognition.js';

/* npx tsx bench/tables/run.ts: how often the columns of names, ids and types are recognised; every table that is wrong is printed. */
const measured = await measureRecognition();
for (const { table, isHeldOut, name, id, type } of measured) {
  const faults = [
    ...(name.isRight
      ? []
      : [`name ${name.found ?? '-'}, not ${table.names[0] ?? '-'}${name.isDoubted ? ' (doubted)' : ''}`]),
    ...(id.isRight ? [] : [`id ${id.found ?? '-'}, not ${table.ids[0] ?? '-'}${id.isDoubted ? ' (doubted)' : ''}`]),
    ...(type.isRight
      ? []
      : [`type ${type.found ?? '-'}, not ${table.types[0] ?? '-'}${type.isDoubted ? ' (doubted)' : ''}`]),
  ];
  if (faults.length > 0) console.log(`${isHeldOut ? 'held out' : 'tuned   '}  ${table.origin}: ${faults.join('; ')}`);
}
for (const part of ['name', 'id', 'type'] as const)
  console.log(
    `A doubt about the ${part} was shown in ${String(measured.filter((one) => one[part].isDoubted).length)} tables.`,
  );
for (const [what, some] of [
  ['tuned', measured.filter(({ isHeldOut }) => !isHeldOut)],
  ['held out', measured.filter(({ isHeldOut }) => isHeldOut)],
  ['all', measured],
] as const) {
  const { tables, name, id, type } = sharesOf(some);
  console.log(
    `${what}: ${String(tables)} tables; name ${(name * 100).toFixed(1)} %, id ${(id * 100).toFixed(1)} %, type ${(type * 100).toFixed(1)} %`,
  );
}
