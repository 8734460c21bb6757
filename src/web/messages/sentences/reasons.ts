import type { SentenceTable } from './sentence-table.js';

/** Reasons of scores and decisions. */
export const REASONS_TRANSLATED = {
  // Names
  equal: ['gleich', 'égal', 'igual'],
  'the same words': ['dieselben Wörter', 'les mêmes mots', 'las mismas palabras'],
  'equal: {words}': ['gleich: {words}', 'égal : {words}', 'igual: {words}'],
  'read as "{text}": {Reason}': [
    'gelesen als "{text}": {Reason}',
    'lu comme "{text}" : {Reason}',
    'leído como "{text}": {Reason}',
  ],
  '{Reason} ("{name}")': ['{Reason} ("{name}")', '{Reason} ("{name}")', '{Reason} ("{name}")'],
  'the query has {words} as a property': [
    'die Anfrage hat {words} als Eigenschaft',
    'la requête a {words} comme propriété',
    'la consulta tiene {words} como propiedad',
  ],
  'the query lacks {words}': [
    'der Anfrage fehlt {words}',
    'il manque {words} à la requête',
    'a la consulta le falta {words}',
  ],
  'only the query has {words}': [
    'nur die Anfrage hat {words}',
    'seule la requête a {words}',
    'solo la consulta tiene {words}',
  ],
  'a part of the query as a whole': [
    'ein Teil der Anfrage als Ganzes',
    'une partie de la requête en entier',
    'una parte entera de la consulta',
  ],
  'both have the code "{code}"': [
    'beide haben den Code "{code}"',
    'les deux ont le code "{code}"',
    'ambos tienen el código "{code}"',
  ],
  'in another order': ['in anderer Reihenfolge', 'dans un autre ordre', 'en otro orden'],
  'the numbers differ': ['die Zahlen sind verschieden', 'les nombres diffèrent', 'los números difieren'],
  '{n} % of the letter pairs in common': [
    '{n} % der Buchstabenpaare gemeinsam',
    '{n} % des paires de lettres en commun',
    '{n} % de los pares de letras en común',
  ],
  '"{given}" is the number "{own}"': [
    '"{given}" ist die Zahl "{own}"',
    '"{given}" est le nombre "{own}"',
    '"{given}" es el número "{own}"',
  ],
  '"{given}" is nearly "{own}"': [
    '"{given}" ist fast "{own}"',
    '"{given}" est presque "{own}"',
    '"{given}" es casi "{own}"',
  ],
  '"{given}" is "{own}" spelt otherwise': [
    '"{given}" ist "{own}" in anderer Schreibung',
    '"{given}" est "{own}" écrit autrement',
    '"{given}" es "{own}" escrito de otro modo',
  ],
  '"{given}" is "{own}" written otherwise': [
    '"{given}" ist "{own}", anders geschrieben',
    '"{given}" est "{own}" écrit autrement',
    '"{given}" es "{own}" escrito de otra forma',
  ],
  '"{given}" is the initial of "{own}"': [
    '"{given}" ist der Anfangsbuchstabe von "{own}"',
    '"{given}" est l’initiale de "{own}"',
    '"{given}" es la inicial de "{own}"',
  ],
  '"{given}" is short for "{own}"': [
    '"{given}" ist kurz für "{own}"',
    '"{given}" est l’abréviation de "{own}"',
    '"{given}" es abreviatura de "{own}"',
  ],
  '"{given}" begins like "{own}"': [
    '"{given}" beginnt wie "{own}"',
    '"{given}" commence comme "{own}"',
    '"{given}" empieza como "{own}"',
  ],
  '"{given}" sounds like "{own}"': [
    '"{given}" klingt wie "{own}"',
    '"{given}" se prononce comme "{own}"',
    '"{given}" suena como "{own}"',
  ],
  '"{given}" resembles "{own}" from afar': [
    '"{given}" ähnelt "{own}" entfernt',
    '"{given}" ressemble de loin à "{own}"',
    '"{given}" se parece de lejos a "{own}"',
  ],
  '"{given}" stands for "{own}" in other names of this list': [
    '"{given}" steht in anderen Namen des Datensatzes für "{own}"',
    '"{given}" remplace "{own}" dans d’autres noms du jeu de données',
    '"{given}" está por "{own}" en otros nombres del conjunto',
  ],
  '"{given}" and "{own}" share most of a code': [
    '"{given}" und "{own}" haben den größten Teil eines Codes gemeinsam',
    '"{given}" et "{own}" partagent presque tout un code',
    '"{given}" y "{own}" comparten casi todo un código',
  ],
  '"{given}" and "{own}" are forms of one given name': [
    '"{given}" und "{own}" sind Formen eines Vornamens',
    '"{given}" et "{own}" sont des formes d’un même prénom',
    '"{given}" y "{own}" son formas de un mismo nombre de pila',
  ],
  '"{given}" and "{own}" say the same of father and son': [
    '"{given}" und "{own}" sagen dasselbe über Vater und Sohn',
    '"{given}" et "{own}" disent la même chose du père et du fils',
    '"{given}" y "{own}" dicen lo mismo de padre e hijo',
  ],
  '"{given}" and "{own}" as an acronym': [
    '"{given}" und "{own}" als Abkürzung aus Anfangsbuchstaben',
    '"{given}" et "{own}" comme acronyme',
    '"{given}" y "{own}" como acrónimo',
  ],
  'another entity has this name and more': [
    'eine andere Entität hat diesen Namen und mehr',
    'une autre entité a ce nom et davantage',
    'otra entidad tiene este nombre y algo más',
  ],
  '{n} other entities have this name and more': [
    '{n} andere Entitäten haben diesen Namen und mehr',
    '{n} autres entités ont ce nom et davantage',
    'otras {n} entidades tienen este nombre y algo más',
  ],
  // Record, type, identifier
  '"{words}" stands in its description': [
    '"{words}" steht in der Beschreibung',
    '"{words}" figure dans sa description',
    '"{words}" figura en su descripción',
  ],
  '"{words}" is its {where}': [
    '"{words}" steht im Datensatz der Entität ({where})',
    '"{words}" est dans sa notice ({where})',
    '"{words}" está en su registro ({where})',
  ],
  'its {where} is not "{words}"': [
    '{where} ist nicht "{words}"',
    '{where} n’est pas "{words}"',
    '{where} no es "{words}"',
  ],
  'the text is the identifier of this entity': [
    'der Text ist die Kennung dieser Entität',
    'le texte est l’identifiant de cette entité',
    'el texto es el identificador de esta entidad',
  ],
  'has the type asked for': ['hat den gefragten Typ', 'a le type demandé', 'tiene el tipo pedido'],
  'does not have the type asked for': [
    'hat nicht den gefragten Typ',
    'n’a pas le type demandé',
    'no tiene el tipo pedido',
  ],
  'the only candidate': ['der einzige Kandidat', 'le seul candidat', 'el único candidato'],
  '{n} points before the next candidate': [
    '{n} Punkte vor dem nächsten Kandidaten',
    '{n} points devant le candidat suivant',
    '{n} puntos por delante del siguiente candidato',
  ],
  '{n} entities have exactly this name': [
    '{n} Entitäten haben genau diesen Namen',
    '{n} entités ont exactement ce nom',
    '{n} entidades tienen exactamente este nombre',
  ],
  'estimated: in {n} of 100 cases like this one, nothing in the dataset is meant': [
    'geschätzt: in {n} von 100 solchen Fällen ist nichts im Datensatz gemeint',
    'estimation : dans {n} cas semblables sur 100, rien dans le jeu de données n’est désigné',
    'estimado: en {n} de 100 casos como este no se refiere a nada del conjunto',
  ],
  'estimated: right in {n} of 100 cases like this one': [
    'geschätzt: in {n} von 100 solchen Fällen richtig',
    'estimation : juste dans {n} cas semblables sur 100',
    'estimado: correcto en {n} de 100 casos como este',
  ],
  // Values of properties
  'the dataset has no such property, so only names were searched for it': [
    'der Datensatz hat keine solche Eigenschaft; gesucht wurde nur in Namen',
    'le jeu de données n’a pas cette propriété ; seuls les noms ont été examinés',
    'el conjunto no tiene esa propiedad; solo se buscó en los nombres',
  ],
  'no value known, which says nothing': [
    'kein Wert bekannt, was nichts besagt',
    'aucune valeur connue, ce qui ne dit rien',
    'ningún valor conocido, lo que no dice nada',
  ],
  'the values cannot be compared, which says nothing': [
    'die Werte sind nicht vergleichbar, was nichts besagt',
    'les valeurs ne sont pas comparables, ce qui ne dit rien',
    'los valores no se pueden comparar, lo que no dice nada',
  ],
  'a type is asked for by "type", not as a property, so it was left out': [
    'nach einem Typ wird nicht als Eigenschaft gefragt; nicht berücksichtigt',
    'un type ne se demande pas comme propriété ; laissé de côté',
    'un tipo no se pide como propiedad; se dejó fuera',
  ],
  'no evidence, so it was left out': [
    'kein Beleg, daher nicht berücksichtigt',
    'aucun indice, donc laissé de côté',
    'ningún indicio, así que se dejó fuera',
  ],
  'has a value that was not wanted': [
    'hat einen Wert, der nicht gewollt war',
    'a une valeur qui n’était pas voulue',
    'tiene un valor que no se quería',
  ],
  'has none of the values that were not wanted': [
    'hat keinen der nicht gewollten Werte',
    'n’a aucune des valeurs non voulues',
    'no tiene ninguno de los valores no deseados',
  ],
  'one of its names': ['einer der Namen', 'un de ses noms', 'uno de sus nombres'],
  'none of its names, which says nothing': [
    'keiner der Namen, was nichts besagt',
    'aucun de ses noms, ce qui ne dit rien',
    'ninguno de sus nombres, lo que no dice nada',
  ],
  'the name that is asked for anyway': [
    'der Name, nach dem ohnehin gefragt wird',
    'le nom demandé de toute façon',
    'el nombre que ya se pide',
  ],
  'the opposite': ['das Gegenteil', 'le contraire', 'lo contrario'],
  'less than 1 km apart': ['weniger als 1 km entfernt', 'à moins de 1 km', 'a menos de 1 km'],
  '{n} km apart': ['{n} km entfernt', 'à {n} km', 'a {n} km'],
  'same day ({day})': ['derselbe Tag ({day})', 'même jour ({day})', 'mismo día ({day})'],
  'same date with day and month exchanged': [
    'dasselbe Datum mit vertauschtem Tag und Monat',
    'même date, jour et mois intervertis',
    'misma fecha con día y mes intercambiados',
  ],
  'same month, another day': ['derselbe Monat, ein anderer Tag', 'même mois, autre jour', 'mismo mes, otro día'],
  'same year and day, another month': [
    'dasselbe Jahr und derselbe Tag, ein anderer Monat',
    'même année et même jour, autre mois',
    'mismo año y día, otro mes',
  ],
  'same day and month, {Reason}': [
    'derselbe Tag und Monat, {Reason}',
    'même jour et même mois, {Reason}',
    'mismo día y mes, {Reason}',
  ],
  'same year, another day and month': [
    'dasselbe Jahr, ein anderer Tag und Monat',
    'même année, autres jour et mois',
    'mismo año, otro día y mes',
  ],
  'another day, {Reason}': ['ein anderer Tag, {Reason}', 'autre jour, {Reason}', 'otro día, {Reason}'],
  'differs by one year': ['ein Jahr Unterschied', 'un an de différence', 'un año de diferencia'],
  'differs by {n} years': ['{n} Jahre Unterschied', '{n} ans de différence', '{n} años de diferencia'],
  'same year': ['dasselbe Jahr', 'même année', 'mismo año'],
  'same year, another month': ['dasselbe Jahr, ein anderer Monat', 'même année, autre mois', 'mismo año, otro mes'],
  'same month': ['derselbe Monat', 'même mois', 'mismo mes'],
  'not equal': ['nicht gleich', 'pas égal', 'no igual'],
  'equal but for what stands before it': [
    'gleich bis auf das, was davor steht',
    'égal, sauf ce qui précède',
    'igual salvo lo que va delante',
  ],
  'another identifier': ['eine andere Kennung', 'un autre identifiant', 'otro identificador'],
  'differs by less than 1 %': [
    'weniger als 1 % Unterschied',
    'moins de 1 % de différence',
    'menos de un 1 % de diferencia',
  ],
  'differs by {n} %': ['{n} % Unterschied', '{n} % de différence', '{n} % de diferencia'],
  'differs by {n} s': ['{n} s Unterschied', '{n} s de différence', '{n} s de diferencia'],
  'differs by {n} min': ['{n} min Unterschied', '{n} min de différence', '{n} min de diferencia'],
  'equally long': ['gleich lang', 'de même durée', 'igual de largo'],
  'another entity': ['eine andere Entität', 'une autre entité', 'otra entidad'],
  'another entity with a name like it': [
    'eine andere Entität mit ähnlichem Namen',
    'une autre entité au nom semblable',
    'otra entidad de nombre parecido',
  ],
  '{Reason} as its name': ['{Reason} wie der Name', '{Reason} comme son nom', '{Reason} como su nombre'],
  'equal to its {property}': ['gleich wie: {property}', 'égal à : {property}', 'igual a: {property}'],
  'one may be the short form of the other': [
    'eines kann die Kurzform des anderen sein',
    'l’un peut être la forme courte de l’autre',
    'uno puede ser la forma corta del otro',
  ],
  'the same country': ['dasselbe Land', 'le même pays', 'el mismo país'],
  'another country': ['ein anderes Land', 'un autre pays', 'otro país'],
  'another code': ['ein anderer Code', 'un autre code', 'otro código'],
  'one holds the other': ['eines enthält das andere', 'l’un contient l’autre', 'uno contiene al otro'],
  'nearly the same words': ['fast dieselben Wörter', 'presque les mêmes mots', 'casi las mismas palabras'],
  'some words in common': ['einige Wörter gemeinsam', 'quelques mots en commun', 'algunas palabras en común'],
  'no word in common': ['kein Wort gemeinsam', 'aucun mot en commun', 'ninguna palabra en común'],
  'same host': ['derselbe Server', 'même serveur', 'mismo servidor'],
  'a host of the same domain': [
    'ein Server derselben Domain',
    'un serveur du même domaine',
    'un servidor del mismo dominio',
  ],
  'another host': ['ein anderer Server', 'un autre serveur', 'otro servidor'],
  // How a score came about, and what was decided
  'The search did not bring this entity up by itself; it was added for this explanation.': [
    'Die Suche hat diese Entität nicht von selbst gefunden; sie wurde für diese Erklärung hinzugefügt.',
    'La recherche n’a pas trouvé cette entité d’elle-même ; elle a été ajoutée pour cette explication.',
    'La búsqueda no encontró esta entidad por sí misma; se añadió para esta explicación.',
  ],
  'It does not meet all that is required, so it cannot be in the answer.': [
    'Sie erfüllt nicht alles, was verlangt ist, und kann daher nicht in der Antwort stehen.',
    'Elle ne remplit pas tout ce qui est exigé et ne peut donc pas figurer dans la réponse.',
    'No cumple todo lo exigido, así que no puede estar en la respuesta.',
  ],
  'It does not have the type asked for, so it cannot be in the answer.': [
    'Sie hat nicht den gefragten Typ und kann daher nicht in der Antwort stehen.',
    'Elle n’a pas le type demandé et ne peut donc pas figurer dans la réponse.',
    'No tiene el tipo pedido, así que no puede estar en la respuesta.',
  ],
  'The identifier that was asked for is its own, which counts as a full score.': [
    'Die gefragte Kennung ist ihre eigene; das zählt wie volle Punkte.',
    'L’identifiant demandé est le sien, ce qui vaut le score maximal.',
    'El identificador pedido es el suyo, lo que vale la puntuación máxima.',
  ],
  'Another identifier was asked for, which takes a fifth off.': [
    'Gefragt ist eine andere Kennung; das kostet ein Fünftel.',
    'Un autre identifiant a été demandé, ce qui retire un cinquième.',
    'Se pidió otro identificador, lo que resta un quinto.',
  ],
  'It has a name or an identifier that was not wanted, which takes a fifth off.': [
    'Sie hat einen Namen oder eine Kennung, die nicht gewollt war; das kostet ein Fünftel.',
    'Elle a un nom ou un identifiant non voulu, ce qui retire un cinquième.',
    'Tiene un nombre o un identificador no deseado, lo que resta un quinto.',
  ],
  'The type asked for as a preference is missing, which takes a fifth off.': [
    'Der bevorzugte Typ fehlt; das kostet ein Fünftel.',
    'Le type préféré manque, ce qui retire un cinquième.',
    'Falta el tipo preferido, lo que resta un quinto.',
  ],
  'The score is {n}.': ['Die Punktzahl ist {n}.', 'Le score est de {n}.', 'La puntuación es {n}.'],
  'The text is its identifier, which counts as a full score.': [
    'Der Text ist ihre Kennung; das zählt wie volle Punkte.',
    'Le texte est son identifiant, ce qui vaut le score maximal.',
    'El texto es su identificador, lo que vale la puntuación máxima.',
  ],
  'Its nearest name gives {n} points.': [
    'Der ähnlichste Name gibt {n} Punkte.',
    'Son nom le plus proche donne {n} points.',
    'Su nombre más parecido da {n} puntos.',
  ],
  'The properties raise the score (sum of their weights: {n}, of which each moves the logarithm of its odds by {odds}).':
    [
      'Die Eigenschaften heben die Punktzahl (Summe ihrer Gewichte: {n}; jedes Gewicht 1 verschiebt den Logarithmus der Chancen um {odds}).',
      'Les propriétés augmentent le score (somme de leurs poids : {n}, dont chacun déplace de {odds} le logarithme des chances).',
      'Las propiedades suben la puntuación (suma de sus pesos: {n}; cada uno mueve {odds} el logaritmo de las probabilidades).',
    ],
  'The properties lower the score (sum of their weights: {n}, of which each moves the logarithm of its odds by {odds}).':
    [
      'Die Eigenschaften senken die Punktzahl (Summe ihrer Gewichte: {n}; jedes Gewicht 1 verschiebt den Logarithmus der Chancen um {odds}).',
      'Les propriétés abaissent le score (somme de leurs poids : {n}, dont chacun déplace de {odds} le logarithme des chances).',
      'Las propiedades bajan la puntuación (suma de sus pesos: {n}; cada uno mueve {odds} el logaritmo de las probabilidades).',
    ],
  'The properties do not change the score (sum of their weights: {n}, of which each moves the logarithm of its odds by {odds}).':
    [
      'Die Eigenschaften ändern die Punktzahl nicht (Summe ihrer Gewichte: {n}; jedes Gewicht 1 verschiebt den Logarithmus der Chancen um {odds}).',
      'Les propriétés ne changent pas le score (somme de leurs poids : {n}, dont chacun déplace de {odds} le logarithme des chances).',
      'Las propiedades no cambian la puntuación (suma de sus pesos: {n}; cada uno mueve {odds} el logaritmo de las probabilidades).',
    ],
  'It does not meet all that is required, so it is no match.': [
    'Sie erfüllt nicht alles, was verlangt ist, und ist daher kein Treffer.',
    'Elle ne remplit pas tout ce qui est exigé ; ce n’est pas une correspondance.',
    'No cumple todo lo exigido, así que no es una coincidencia.',
  ],
  'It is candidate {n}, and only the first can be a match.': [
    'Sie ist Kandidat {n}, und nur der erste kann ein Treffer sein.',
    'C’est le candidat {n}, et seul le premier peut être une correspondance.',
    'Es el candidato {n}, y solo el primero puede ser una coincidencia.',
  ],
  'The next candidate is nearly as probable, and nothing tells which of the two is meant.': [
    'Der nächste Kandidat ist fast ebenso wahrscheinlich, und nichts sagt, welcher der beiden gemeint ist.',
    'Le candidat suivant est presque aussi probable, et rien ne dit lequel des deux est désigné.',
    'El siguiente candidato es casi igual de probable, y nada dice cuál de los dos es.',
  ],
  'It comes first, but it does not have the type that was asked for.': [
    'Sie steht an erster Stelle, hat aber nicht den gefragten Typ.',
    'Elle arrive en tête, mais n’a pas le type demandé.',
    'Va en primer lugar, pero no tiene el tipo pedido.',
  ],
  'It comes first, but something that was asked for speaks against it.': [
    'Sie steht an erster Stelle, aber etwas Gefragtes spricht gegen sie.',
    'Elle arrive en tête, mais quelque chose de demandé parle contre elle.',
    'Va en primer lugar, pero algo de lo pedido habla en su contra.',
  ],
  'It is the only candidate. Estimated probability {right} %; this dataset requires {needed} % for an automatic match.':
    [
      'Es ist der einzige Kandidat. Geschätzte Wahrscheinlichkeit {right} %; dieser Datensatz verlangt {needed} % für einen automatischen Treffer.',
      'C’est le seul candidat. Probabilité estimée : {right} % ; ce jeu de données exige {needed} % pour une correspondance automatique.',
      'Es el único candidato. Probabilidad estimada: {right} %; este conjunto exige {needed} % para una coincidencia automática.',
    ],
  'It is the only candidate. Estimated probability only {right} %; this dataset requires {needed} % for an automatic match.':
    [
      'Es ist der einzige Kandidat. Geschätzte Wahrscheinlichkeit nur {right} %; dieser Datensatz verlangt {needed} % für einen automatischen Treffer.',
      'C’est le seul candidat. Probabilité estimée : seulement {right} % ; ce jeu de données exige {needed} % pour une correspondance automatique.',
      'Es el único candidato. Probabilidad estimada: solo {right} %; este conjunto exige {needed} % para una coincidencia automática.',
    ],
  'It comes first, {n} points before the next. Estimated probability {right} %; this dataset requires {needed} % for an automatic match.':
    [
      'Sie steht an erster Stelle, {n} Punkte vor dem nächsten. Geschätzte Wahrscheinlichkeit {right} %; dieser Datensatz verlangt {needed} % für einen automatischen Treffer.',
      'Elle arrive en tête, {n} points devant la suivante. Probabilité estimée : {right} % ; ce jeu de données exige {needed} % pour une correspondance automatique.',
      'Va en primer lugar, {n} puntos por delante del siguiente. Probabilidad estimada: {right} %; este conjunto exige {needed} % para una coincidencia automática.',
    ],
  'It comes first, {n} points before the next. Estimated probability only {right} %; this dataset requires {needed} % for an automatic match.':
    [
      'Sie steht an erster Stelle, {n} Punkte vor dem nächsten. Geschätzte Wahrscheinlichkeit nur {right} %; dieser Datensatz verlangt {needed} % für einen automatischen Treffer.',
      'Elle arrive en tête, {n} points devant la suivante. Probabilité estimée : seulement {right} % ; ce jeu de données exige {needed} % pour une correspondance automatique.',
      'Va en primer lugar, {n} puntos por delante del siguiente. Probabilidad estimada: solo {right} %; este conjunto exige {needed} % para una coincidencia automática.',
    ],
  'Values from other columns, sent along with the name, can tell them apart.': [
    'Werte aus anderen Spalten, zusammen mit dem Namen gesendet, können sie unterscheiden.',
    'Des valeurs d’autres colonnes, envoyées avec le nom, peuvent les distinguer.',
    'Valores de otras columnas, enviados con el nombre, pueden distinguirlos.',
  ],
  'Values from other columns, sent along with the name, often settle it; so does the name as it was asked, put among the aliases of “{name}” in the list.':
    [
      'Werte aus anderen Spalten, zusammen mit dem Namen gesendet, entscheiden oft; ebenso der gefragte Name, wenn er unter die weiteren Namen von “{name}” kommt.',
      'Des valeurs d’autres colonnes, envoyées avec le nom, tranchent souvent ; de même le nom demandé, mis parmi les autres noms de “{name}”.',
      'Valores de otras columnas, enviados con el nombre, suelen decidirlo; también el nombre pedido, puesto entre los otros nombres de “{name}”.',
    ],
  '{property}: {Reason}': ['{property}: {Reason}', '{property} : {Reason}', '{property}: {Reason}'],
} as const satisfies SentenceTable;
