/*
 * "Eastern Ojibwa" is not "Western Ojibwa", and the women's championship is not the men's, however alike the words are written. A line holds the words
 * of one contrast, of which there are fifteen at most; those on one side of the bar mean the same. From general knowledge of languages.
 */
const CONTRASTS = `
north northern northerly nord nordlich nordlicher nordliche nordliches nordisk noord noordelijk norte septentrional septentrionale settentrionale boreal | south southern southerly sud sudlich sudlicher sudliche sudliches sudre zuid zuidelijk sur sul meridional meridionale austral
east eastern easterly ost ostlich ostlicher ostliche ostliches ostre oost oostelijk este leste oriental orientale est | west western westerly westlich westlicher westliche westliches vestre vest westelijk oeste ouest ovest occidental occidentale
men mens man male males gentlemen herren manner mannlich mannliche hommes homme messieurs masculin masculine hombres hombre varones masculino masculina uomini uomo maschile maschili homens heren mannen herrar herrer | women womens woman female females ladies damen frauen weiblich weibliche femmes femme dames feminin feminine mujeres mujer femenino femenina donne donna femminile femminili mulheres feminino feminina vrouwen damer kvinner kvinnor
boys boy knaben jungen garcons ninos ragazzi jongens | girls girl madchen filles ninas ragazze meisjes
upper ober oberer obere oberes superieur superieure superior superiore alto haut haute opper | lower unter unterer untere unteres inferieur inferieure inferior inferiore bajo bas basse
inner innere inneres innerer interieur interieure interior interno | outer aussere ausseres ausserer exterieur exterieure exterior esterno
with mit avec con com met med | without ohne sans sin senza sem zonder utan uden uten
internal interne interner internes interna interno | external externe externer externes externa externo
benign benigne benigner benignes benigno benigna | malignant maligne maligner malignes maligno maligna malin
acute akute akuter akutes aigu aigue agudo aguda | chronic chronische chronischer chronisches chronique cronico cronica
new neu neuer neue neues nouveau nouvel nouvelle nuevo nueva nuovo nuova novo nova nieuw nieuwe | old alt alter alte altes ancien ancienne viejo vieja vecchio vecchia velho velha oud oude
great gross grosser grosse grosses groot grote | little small klein kleiner kleine kleines petit petite pequeno pequena piccolo piccola
left linke linkes linker gauche izquierda sinistra links | right rechte rechtes rechter droite derecha destra rechts
`;

/** What lies between north or south and east or west. */
const BETWEEN = `
north east: northeast northeastern nordost nordostlich nordest nordeste noreste nororiental noordoost
north west: northwest northwestern nordwest nordwestlich nordouest noroeste nordovest noroccidental noordwest
south east: southeast southeastern sudost sudostlich sudest sudeste sureste sudoriental suroriental zuidoost
south west: southwest southwestern sudwest sudwestlich sudouest sudoeste suroeste sudovest sudoccidental suroccidental zuidwest
`;

/** Word → one bit for each side of a contrast that it says. */
const SIDES: ReadonlyMap<string, number> = sidesByWord();

function sidesByWord(): Map<string, number> {
  const sides = new Map<string, number>();
  for (const [contrast, line] of CONTRASTS.trim().split('\n').entries()) {
    for (const [side, words] of line.split('|').entries()) for (const word of words.trim().split(' ')) sides.set(word, 1 << (2 * contrast + side));
  }
  for (const line of BETWEEN.trim().split('\n')) {
    const [directions = '', words = ''] = line.split(':');
    const both = directions.split(' ').reduce((bits, direction) => bits | (sides.get(direction) ?? 0), 0);
    for (const word of words.trim().split(' ')) sides.set(word, both);
  }
  return sides;
}

/**
 * Whether two names, each as its folded words, say contrary things: one has a word of one side of a contrast and nothing of the other side, and the other
 * name just so the other way round. Symmetric. Cost: a look at each word of both.
 */
export function areContrasting(one: readonly string[], other: readonly string[]): boolean {
  const sides = sidesOf(one);
  if (sides === 0) return false;
  const others = sidesOf(other);
  for (let contrast = 0; sides >> (2 * contrast) !== 0; contrast++) {
    const here = (sides >> (2 * contrast)) & 3;
    const there = (others >> (2 * contrast)) & 3;
    if ((here === 1 && there === 2) || (here === 2 && there === 1)) return true;
  }
  return false;
}

/** One bit for each side of each contrast that has a word among these. */
function sidesOf(words: readonly string[]): number {
  let bits = 0;
  for (const word of words) bits |= SIDES.get(word) ?? 0;
  return bits;
}
