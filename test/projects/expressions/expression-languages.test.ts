import { createClojureLanguage } from '../../../src/projects/expressions/clojure/create-clojure-language.js';
import { grelLanguage } from '../../../src/projects/expressions/grel/grel-language.js';
import { createJythonLanguage } from '../../../src/projects/expressions/jython/create-jython-language.js';
import { describeExpressionLanguage } from '../../contract/expression-language.contract.js';

describeExpressionLanguage('GREL', {
  language: grelLanguage,
  value: 'value',
  other: 'cells["other"].value',
  lengthOfText: 'value.trim().length()',
  endless: 'if(value == "endless", forRange(0, 1000000000, 1, i, i), value)',
  faulty: ['', 'value +', '(value', 'noSuchFunction(value)'],
});

const jython = createJythonLanguage({ limits: { rowMs: 1_000 } });
describeExpressionLanguage('Python', {
  language: jython,
  prepare: () => jython.prepare(),
  value: 'return value',
  // As in OpenRefine.
  givenBack: (value) => (typeof value === 'boolean' ? BigInt(value) : value),
  other: 'return cells["other"].value',
  lengthOfText: 'return len(value)',
  endless: 'while value == "endless":\n  pass\nreturn value',
  faulty: ['return value +', 'return (value', 'if value:\nreturn 1'],
});

const clojure = createClojureLanguage({ limits: { rowMs: 1_000 } });
describeExpressionLanguage('Clojure', {
  language: clojure,
  prepare: () => clojure.prepare(),
  value: 'value',
  other: '(.getField (.getField cells "other" nil) "value" nil)',
  lengthOfText: '(.length value)',
  endless: '(loop [] (if (= value "endless") (recur) value))',
  faulty: ['(value', '"value', '{:a}'],
});
