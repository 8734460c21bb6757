import { analyseLabel } from '../../text/analyse-label.js';
import { isMansName } from '../../text/given-names.js';

/*
 * "Mrs. John Miller" is not John Miller, and neither is his widow, a pupil of his, or what was made after him. Words that
 * turn a name into that of another weigh too little for that.
 */

/** The title of a married woman, which may stand before the name of her husband. */
const WIFE = 'mrs';
const MAY_BE_WIFE = /\bmrs\b/iu;
/** "Widow of", "circle of": who stands in this relation to a person is another one, or nobody in particular. */
const RELATION = new RegExp(
  `^(?:the )?(?:${[
    '(?:widow|wife|husband|sons?|daughters?|brothers?|sisters?|father|mother|family|descendants?|heirs?|estate|friends?|pupils?|students?|followers?|imitators?|circle|workshop|studio|school|manner|style) of ',
    '(?:copy |engraving |print )?after ',
    'attributed to ',
    '(?:veuve|atelier|entourage|ecole|suiveur|famille) (?:de |du |d ?)',
    'd ?apres ',
    '(?:witwe|werkstatt|umkreis|schule|nachfolger|familie) (?:von |des |der )',
    '(?:vedova|bottega|cerchia|scuola|seguace|famiglia|viuda|taller|circulo|escuela|seguidor|familia) (?:di |de |del )',
  ].join('|')})`,
  'u',
);

/** A name as it was written, and folded. */
export interface WrittenName {
  readonly original: string;
  readonly folded: string;
}

/** Whether one of two names speaks of another than the other one by such words. Cost: a look at both. */
export function speaksOfAnother(query: WrittenName, label: WrittenName): boolean {
  if (isWifeOf(query.original) !== isWifeOf(label.original)) return true;
  return isRelationTo(query.folded, label.folded) || isRelationTo(label.folded, query.folded);
}

/** Whether a text has the title of a married woman with a man's given name: it is not her own. */
function isWifeOf(text: string): boolean {
  if (!MAY_BE_WIFE.test(text)) return false;
  const comma = text.indexOf(',');
  const given = comma === -1 ? analyseLabel(text).tokens.slice(0, -1) : analyseLabel(text.slice(comma + 1)).tokens;
  return given.includes(WIFE) && given.some(isMansName);
}

/** Whether a text is the other one behind words of relation. */
function isRelationTo(text: string, name: string): boolean {
  const relation = text.length > name.length && text.endsWith(name) ? RELATION.exec(text) : null;
  return relation !== null && text.slice(relation[0].length) === name;
}
