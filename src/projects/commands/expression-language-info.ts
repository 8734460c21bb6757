import { FUNCTION_TABLE } from '../expressions/grel/functions/function-table.js';
import { CONTROL_SIGNATURES } from '../expressions/grel/syntax/control-signatures.js';
import { json, type CommandHandler } from './command-call.js';

/** `get-expression-language-info`: every function and control of GREL, for clients that help with writing. */
export const getExpressionLanguageInfo: CommandHandler = () =>
  json({
    functions: Object.fromEntries(
      FUNCTION_TABLE.flatMap(({ name, aliases = [], description, parameters, returns }) =>
        [name, ...aliases].map((one) => [one, { description, params: parameters, returns }] as const),
      ),
    ),
    controls: Object.fromEntries(
      CONTROL_SIGNATURES.map(({ name, description, parameters, returns }) => [
        name,
        { description, params: parameters, returns },
      ]),
    ),
  });
