import { generateTable } from './generate-table.js';

/* `tsx bench/projects/write-table.ts FILE BYTES`: writes a table of ten columns and at least so many bytes, prints the number of its rows. */

const [file, bytes] = process.argv.slice(2);
if (file === undefined || !Number.isSafeInteger(Number(bytes)))
  throw new Error('Say which file to write and how many bytes: write-table.ts large.csv 200000000');
console.log(generateTable(file, { rows: Infinity, columns: 10, untilBytes: Number(bytes) }));
