import type { TermId } from '../../../scoring/evidence-table.js';
import type { Language } from '../languages.js';
import { TABLE_LANGUAGES } from './sentence-table.js';

/** What each term of the evidence table means, in German, French and Spanish; the English stands in the table itself. */
const TRANSLATED: Readonly<Record<TermId, readonly [german: string, french: string, spanish: string]>> = {
  identifier: [
    'der Text ist die Kennung der Entität und nicht nur ihr Name',
    'le texte est l’identifiant de l’entité, et pas seulement son nom',
    'el texto es el identificador de la entidad, y no solo su nombre',
  ],
  guess: [
    'die Anfrage wurde anders gelesen, als sie geschrieben ist',
    'la requête a été lue autrement qu’elle n’est écrite',
    'la consulta se leyó de otro modo que como está escrita',
  ],
  same: [
    'Anfrage und Name sind gleich bis auf Großschreibung, Akzente und dergleichen',
    'la requête et le nom sont égaux, aux majuscules et aux accents près',
    'la consulta y el nombre son iguales salvo mayúsculas, acentos y similares',
  ],
  sameWords: [
    'alle Wörter sind gleich, in welcher Reihenfolge auch immer, oder zusammengeschrieben',
    'tous les mots sont égaux, dans n’importe quel ordre, ou écrits ensemble',
    'todas las palabras son iguales, en cualquier orden, o escritas juntas',
  ],
  sameCore: [
    'höchstens Artikel, Präpositionen, Rechtsformen, Titel und Zusätze unterscheiden sich',
    'seuls des articles, prépositions, formes juridiques, titres et précisions diffèrent',
    'a lo sumo difieren artículos, preposiciones, formas jurídicas, títulos y precisiones',
  ],
  complete: [
    'keine Seite hat ein weiteres Wort außer Artikeln, Präpositionen, Rechtsformen und Titeln',
    'aucun côté n’a d’autre mot que des articles, prépositions, formes juridiques et titres',
    'ningún lado tiene otra palabra, salvo artículos, preposiciones, formas jurídicas y títulos',
  ],
  information: [
    'mittleres Gewicht der gemeinsamen Wörter, als Anteil an dem eines Wortes, das eine einzige Entität hat, höchstens 1,5',
    'poids moyen des mots communs, en part de celui d’un mot que possède une seule entité, 1,5 au plus',
    'peso medio de las palabras comunes, como parte del de una palabra que tiene una sola entidad, 1,5 como máximo',
  ],
  unusual: [
    'wie selten ein anderer Name des Datensatzes einem seiner Namen so nahe kommt, in Nat',
    'combien il est rare qu’un autre nom du jeu de données s’approche autant d’un de ses noms, en nats',
    'lo raro que es que otro nombre del conjunto de datos se acerque tanto a uno de sus nombres, en nats',
  ],
  onlyQuery: [
    'Anteil am Gewicht der Anfrage, der dem Namen fehlt',
    'part du poids de la requête qui manque au nom',
    'parte del peso de la consulta que falta en el nombre',
  ],
  notContained: [
    'dasselbe, außer wenn die Anfrage alle Wörter des Namens hat',
    'la même chose, sauf si la requête a tous les mots du nom',
    'lo mismo, salvo si la consulta tiene todas las palabras del nombre',
  ],
  lostQuery: ['Quadratwurzel dieses Gewichts', 'racine carrée de ce poids', 'raíz cuadrada de ese peso'],
  onlyLabel: [
    'Anteil am Gewicht des Namens, der der Anfrage fehlt',
    'part du poids du nom qui manque à la requête',
    'parte del peso del nombre que falta en la consulta',
  ],
  replaced: [
    'geometrisches Mittel der beiden Anteile',
    'moyenne géométrique des deux parts',
    'media geométrica de las dos partes',
  ],
  unlike: [
    'Unähnlichkeit der am wenigsten ähnlichen Wörter eines Paares; ein Tippfehler in einem langen unbekannten Wort zählt nicht',
    'dissemblance des mots appariés les moins semblables ; une faute dans un long mot inconnu ne compte pas',
    'diferencia entre las palabras emparejadas menos parecidas; una errata en una palabra larga y desconocida no cuenta',
  ],
  typo: [
    'Anteil am Gewicht der Anfrage in Wörtern, die falsch geschrieben sind oder sich sonst ähneln',
    'part du poids de la requête dans des mots mal orthographiés ou semblables autrement',
    'parte del peso de la consulta en palabras mal escritas o parecidas de otro modo',
  ],
  typoKnown: [
    'Unähnlichkeit falsch geschriebener Wörter, die der Datensatz als eigene Wörter kennt',
    'dissemblance de mots mal orthographiés que le jeu de données connaît comme mots à part',
    'diferencia de palabras mal escritas que el conjunto de datos conoce como palabras propias',
  ],
  abbreviation: [
    'Anteil am Gewicht der Anfrage in abgekürzten Wörtern, Anfangsbuchstaben und Akronymen',
    'part du poids de la requête dans des mots abrégés, initiales et acronymes',
    'parte del peso de la consulta en palabras abreviadas, iniciales y acrónimos',
  ],
  abbreviatedWhole: [
    'dasselbe, wo keine Seite ein weiteres Wort außer Artikeln und dergleichen hat und mehrere Wörter gemeinsam sind',
    'la même chose, quand aucun côté n’a d’autre mot que des articles et autres, et que plusieurs mots sont communs',
    'lo mismo, cuando ningún lado tiene otra palabra salvo artículos y similares, y hay varias palabras en común',
  ],
  variant: [
    'Unähnlichkeit anderer Schreibweisen, Formen eines Vornamens und Austausche, die in den anderen Namen vorkommen',
    'dissemblance d’autres graphies, formes d’un prénom, échanges vus dans les autres noms',
    'diferencia de otras grafías, formas de un nombre de pila e intercambios vistos en los otros nombres',
  ],
  acronym: [
    'ein Akronym und die Wörter, für die es steht',
    'un acronyme et les mots qu’il représente',
    'un acrónimo y las palabras que representa',
  ],
  numbersDiffer: [
    'beide Seiten haben eine Zahl, die der anderen fehlt',
    'chaque côté a un nombre qui manque à l’autre',
    'cada lado tiene un número que falta en el otro',
  ],
  contradiction: [
    'die Namen widersprechen sich: eine andere Ordnungszahl, Wörter mit entgegengesetzter Bedeutung, ein anderer Zusatz',
    'les noms se contredisent : autre numéro d’ordre, mots de sens opposé, autre précision',
    'los nombres se contradicen: otro número de orden, palabras de sentido opuesto, otra precisión',
  ],
  wholePart: [
    'Anteil am Gewicht der Anfrage neben ihrem Teil, der der ganze Name ist',
    'part du poids de la requête à côté de sa partie qui est le nom entier',
    'parte del peso de la consulta junto a la parte que es el nombre entero',
  ],
  contained: [
    'die Anfrage hat alle Wörter des Namens und weitere',
    'la requête a tous les mots du nom et d’autres encore',
    'la consulta tiene todas las palabras del nombre y otras más',
  ],
  containedShort: [
    'die Anfrage hat alle Wörter des Namens: um welchen Anteil sie weniger wiegen als die eines gewöhnlichen Namens',
    'la requête a tous les mots du nom : de quelle part ils pèsent moins que ceux d’un nom ordinaire',
    'la consulta tiene todas las palabras del nombre: en qué parte pesan menos que las de un nombre usual',
  ],
  explained: [
    'Name und Datensatz der Entität haben alle Wörter der Anfrage, und die Anfrage alle des Namens',
    'le nom et la notice ont tous les mots de la requête, et la requête tous ceux du nom',
    'el nombre y el registro tienen todas las palabras de la consulta, y la consulta todas las del nombre',
  ],
  separatesQuery: [
    'wie sicher die Wörter, die nur die Anfrage hat, Entitäten des Datensatzes unterscheiden, 0 bis 1',
    'avec quelle sûreté les mots que seule la requête a distinguent des entités du jeu de données, de 0 à 1',
    'con qué seguridad las palabras que solo tiene la consulta distinguen entidades del conjunto de datos, de 0 a 1',
  ],
  separatesLabel: [
    'dasselbe für Wörter, die nur der Name hat',
    'la même chose pour les mots que seul le nom a',
    'lo mismo para las palabras que solo tiene el nombre',
  ],
  alias: [
    'der Name ist ein anderer Name der Entität',
    'le nom est un autre nom de l’entité',
    'el nombre es otro nombre de la entidad',
  ],
  otherScript: [
    'Anfrage oder Name wurde in lateinische Buchstaben gesetzt',
    'la requête ou le nom a été mis en lettres latines',
    'la consulta o el nombre se puso en letras latinas',
  ],
  prominence: [
    'wie viel bekannter die Entität ist als andere mit gleichem Namen, als Logarithmus',
    'de combien l’entité est plus connue que d’autres du même nom, en logarithme',
    'cuánto más conocida es la entidad que otras del mismo nombre, como logaritmo',
  ],
  code: [
    'eine Teilenummer oder Ähnliches gemeinsam',
    'une référence de pièce ou semblable en commun',
    'un número de pieza o similar en común',
  ],
  codeLike: [
    'Ähnlichkeit von Codes, die gleich beginnen',
    'ressemblance de codes qui commencent de même',
    'parecido de códigos que empiezan igual',
  ],
  codesDiffer: [
    'beide Seiten haben einen Code, der der anderen fehlt',
    'chaque côté a un code qui manque à l’autre',
    'cada lado tiene un código que falta en el otro',
  ],
  record: [
    'Quadratwurzel des Gewichts der Wörter der Anfrage, die in den Angaben zur Entität stehen',
    'racine carrée du poids des mots de la requête qui sont dans la notice de l’entité',
    'raíz cuadrada del peso de las palabras de la consulta que están en el registro de la entidad',
  ],
  recordDiffers: [
    'die Anfrage nennt ein Land, eine Region oder Ähnliches, und die Angaben zur Entität nennen anderes',
    'la requête nomme un pays, une région ou semblable, et la notice en a un autre',
    'la consulta nombra un país, una región o similar, y el registro tiene otro',
  ],
  outsideType: [
    'der Entität fehlt der bevorzugte Typ',
    'l’entité n’a pas le type préféré',
    'la entidad no tiene el tipo preferido',
  ],
  unwanted: [
    'die Entität hat einen Namen oder eine Kennung, die nicht gewünscht war, oder nicht die verlangte Kennung',
    'l’entité a un nom ou un identifiant non voulu, ou n’a pas l’identifiant demandé',
    'la entidad tiene un nombre o un identificador no deseado, o no tiene el identificador pedido',
  ],
  identified: [
    'der Wert einer identifizierenden Eigenschaft ist gleich',
    'la valeur d’une propriété identifiante est égale',
    'el valor de una propiedad identificadora es igual',
  ],
  identifiedDiffers: [
    'der Wert einer identifizierenden Eigenschaft ist verschieden',
    'la valeur d’une propriété identifiante est différente',
    'el valor de una propiedad identificadora es distinto',
  ],
  agreement: [
    'wie unwahrscheinlich es ist, dass eine andere Entität mit einem solchen Namen alle gleichen Werte hat, in Nat',
    'combien il est improbable qu’une autre entité d’un tel nom ait toutes ces valeurs égales, en nats',
    'lo improbable que es que otra entidad con un nombre así tenga todos los valores iguales, en nats',
  ],
  agreementNearby: [
    'dasselbe, gezählt an den Kandidaten mit ähnlichen Namen, und höchstens so unwahrscheinlich wie bei irgendeiner Entität',
    'la même chose, comptée sur les candidats aux noms semblables, et au plus ce qu’il est improbable pour n’importe quelle entité',
    'lo mismo, contado en los candidatos de nombres parecidos, y como máximo lo improbable que es en cualquier entidad',
  ],
  agreementOfNumbers: [
    'Seltenheit der gleichen Werte, die Zahlen sind, in Nat',
    'rareté des valeurs égales qui sont des nombres, en nats',
    'rareza de los valores iguales que son números, en nats',
  ],
  closeRarity: [
    'Seltenheit naher Werte, bis zu 4 Nat für jeden, mal ihrer Ähnlichkeit',
    'rareté des valeurs proches, jusqu’à 4 nats chacune, fois leur ressemblance',
    'rareza de los valores cercanos, hasta 4 nats cada uno, por su parecido',
  ],
  closeText: ['Texte, die sich nahe sind', 'textes proches', 'textos cercanos'],
  closeCode: [
    'Codes und Kennungen, die sich nahe sind',
    'codes et identifiants proches',
    'códigos e identificadores cercanos',
  ],
  closeNumber: ['Zahlen, die sich nahe sind', 'nombres proches', 'números cercanos'],
  partialCode: [
    'Codes und Kennungen, die zum Teil übereinstimmen',
    'codes et identifiants qui concordent en partie',
    'códigos e identificadores que coinciden en parte',
  ],
  differentText: ['Texte, die sich unterscheiden', 'textes différents', 'textos distintos'],
  differentCode: [
    'Codes und Kennungen, die sich unterscheiden',
    'codes et identifiants différents',
    'códigos e identificadores distintos',
  ],
  differentNumber: ['Zahlen, die sich unterscheiden', 'nombres différents', 'números distintos'],
  refusedValue: ['ein Wert, der nicht gewünscht war', 'une valeur non voulue', 'un valor no deseado'],
  learned: [
    'wie verlässlich sich die Eigenschaften in einer Tabelle gezeigt haben, über das Übliche hinaus, in Nat',
    'combien les propriétés se sont montrées fiables dans un tableau, au-delà de l’ordinaire, en nats',
    'lo fiables que se han mostrado las propiedades en una tabla, más allá de lo usual, en nats',
  ],
  nothing: ['immer 1', 'toujours 1', 'siempre 1'],
  nothingWeight: [
    'Gewicht der Anfrage, als Anteil an dem eines Wortes einer einzigen Entität, höchstens 2',
    'poids de la requête, en part de celui d’un mot d’une seule entité, 2 au plus',
    'peso de la consulta, como parte del de una palabra de una sola entidad, 2 como máximo',
  ],
  nothingSeparation: [
    'wie sicher ein Wort mehr den Namen einer anderen Entität ergibt, weniger ein Halb',
    'avec quelle sûreté un mot de plus fait le nom d’une autre entité, moins un demi',
    'con qué seguridad una palabra más da el nombre de otra entidad, menos un medio',
  ],
  nothingSimilarity: [
    'Ähnlichkeit des Kandidaten mit dem ähnlichsten Namen',
    'ressemblance du candidat au nom le plus semblable',
    'parecido del candidato de nombre más parecido',
  ],
  nothingHomonyms: [
    'Logarithmus der Zahl der Kandidaten mit genau diesem Namen, deren Eigenschaften so gut übereinstimmen wie beim besten',
    'logarithme du nombre de candidats qui ont exactement ce nom et dont les propriétés concordent comme celles du meilleur',
    'logaritmo del número de candidatos con exactamente este nombre cuyas propiedades coinciden como las del mejor',
  ],
  nothingOtherType: [
    'nur Entitäten außerhalb des gewünschten Typs haben genau diesen Namen',
    'seules des entités hors du type demandé ont exactement ce nom',
    'solo entidades fuera del tipo pedido tienen exactamente este nombre',
  ],
};

/** What a term means in the language of a page; `english`: what the table of evidence says. */
export function meaningIn(language: Language, term: TermId, english: string): string {
  return language === 'en' ? english : (TRANSLATED[term][TABLE_LANGUAGES.indexOf(language)] ?? english);
}
