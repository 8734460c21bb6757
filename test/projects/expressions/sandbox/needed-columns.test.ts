import { describe, expect, it } from '@jest/globals';
import { CLOJURE_COLUMNS } from '../../../../src/projects/expressions/clojure/create-clojure-language.js';
import { PYTHON_COLUMNS } from '../../../../src/projects/expressions/jython/create-jython-language.js';
import { neededColumns } from '../../../../src/projects/expressions/sandbox/wire-values.js';

const python = (program: string) => {
  const { columns, record } = neededColumns(program, PYTHON_COLUMNS);
  return { columns: columns === 'all' ? 'all' : [...columns].sort(), record };
};

describe('which columns a program can look at', () => {
  it.each([
    ['return value', [], false],
    ['return cell.recon.match.id', [], false],
    ['return cells["a b"].value + cells.c.value', ['a b', 'c'], false],
    ["return cells[u'a']['value']", ['a'], false],
    ['return row.cells["a"].value + row["cells"]["b"].value', ['a', 'b'], false],
    ['return row.index + rowIndex', [], false],
    ['return row["starred"]', [], false],
    ['return cells[name].value', 'all', false],
    ['for c in row.columnNames: cells[c]', 'all', false],
    ['return cells["a\\"b"].value', 'all', false],
    ['x = cells', 'all', false],
    ['return row', 'all', true],
    ['return row.record.cells["a"].value', 'all', true],
    ['return locals()["cells"]', 'all', true],
  ])('Python: %s', (program, columns, record) => {
    expect(python(program)).toEqual({ columns, record });
  });

  it.each([
    ['(.getField (.getField cells "a" nil) "value" nil)', ['a']],
    ['(.. cells (getField "a b" nil) (getField "value" nil))', ['a b']],
    ['(-> cells (.getField "a" nil))', ['a']],
    ['(.getField row "index" nil)', []],
    ['(.getField cells (str "a") nil)', 'all'],
    ['(map #(.getField cells % nil) ["a"])', 'all'],
  ])('Clojure: %s', (program, columns) => {
    const needed = neededColumns(program, CLOJURE_COLUMNS).columns;
    expect(needed === 'all' ? 'all' : [...needed]).toEqual(columns);
  });
});
