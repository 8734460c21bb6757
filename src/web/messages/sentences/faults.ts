import type { SentenceTable } from './sentence-table.js';

/** What went wrong, what to do, and how a table was read. */
export const FAULTS_TRANSLATED = {
  // Tables to match
  'Paste names or cells, or choose a file.': [
    'Fügen Sie Namen oder Zellen ein, oder wählen Sie eine Datei.',
    'Collez des noms ou des cellules, ou choisissez un fichier.',
    'Pegue nombres o celdas, o elija un archivo.',
  ],
  'The table has no rows.': [
    'Die Tabelle hat keine Zeilen.',
    'Le tableau n’a pas de lignes.',
    'La tabla no tiene filas.',
  ],
  'Paste names, one a line, or cells with their headings.': [
    'Fügen Sie Namen ein, einen je Zeile, oder Zellen mit ihren Überschriften.',
    'Collez des noms, un par ligne, ou des cellules avec leurs en-têtes.',
    'Pegue nombres, uno por línea, o celdas con sus encabezados.',
  ],
  'The table is longer than {n} MB.': [
    'Die Tabelle ist länger als {n} MB.',
    'Le tableau dépasse {n} Mo.',
    'La tabla ocupa más de {n} MB.',
  ],
  '{file} is longer than {n} MB.': [
    '{file} ist länger als {n} MB.',
    '{file} dépasse {n} Mo.',
    '{file} ocupa más de {n} MB.',
  ],
  '{file} holds more than {n} MB once it is unpacked.': [
    '{file} enthält entpackt mehr als {n} MB.',
    '{file} contient plus de {n} Mo une fois décompressé.',
    '{file} contiene más de {n} MB una vez descomprimido.',
  ],
  '{file} has more than {n} rows.': [
    '{file} hat mehr als {n} Zeilen.',
    '{file} a plus de {n} lignes.',
    '{file} tiene más de {n} filas.',
  ],
  '{file} has more than {n} columns.': [
    '{file} hat mehr als {n} Spalten.',
    '{file} a plus de {n} colonnes.',
    '{file} tiene más de {n} columnas.',
  ],
  '{file} has more than {n} cells.': [
    '{file} hat mehr als {n} Zellen.',
    '{file} a plus de {n} cellules.',
    '{file} tiene más de {n} celdas.',
  ],
  '{file} has a cell of more than {n} characters.': [
    '{file} hat eine Zelle mit mehr als {n} Zeichen.',
    '{file} a une cellule de plus de {n} caractères.',
    '{file} tiene una celda de más de {n} caracteres.',
  ],
  '{file} has a line of more than {n} KB.': [
    '{file} hat eine Zeile von mehr als {n} KB.',
    '{file} a une ligne de plus de {n} Ko.',
    '{file} tiene una línea de más de {n} KB.',
  ],
  '{file} takes too much time.': [
    '{file} braucht zu viel Zeit.',
    '{file} demande trop de temps.',
    '{file} necesita demasiado tiempo.',
  ],
  '{file} takes too much memory.': [
    '{file} braucht zu viel Speicher.',
    '{file} demande trop de mémoire.',
    '{file} necesita demasiada memoria.',
  ],
  '{file} is packed, but its content is incomplete or damaged.': [
    '{file} ist gepackt, aber der Inhalt ist unvollständig oder beschädigt.',
    '{file} est compressé, mais son contenu est incomplet ou endommagé.',
    '{file} está comprimido, pero su contenido está incompleto o dañado.',
  ],
  '{file} is packed twice.': [
    '{file} ist doppelt gepackt.',
    '{file} est compressé deux fois.',
    '{file} está comprimido dos veces.',
  ],
  'Unpack it first.': ['Entpacken Sie sie zuerst.', 'Décompressez-le d’abord.', 'Descomprímalo primero.'],
  '{file} is an SQLite database, which is not read here.': [
    '{file} ist eine SQLite-Datenbank; die wird hier nicht gelesen.',
    '{file} est une base SQLite, qui n’est pas lue ici.',
    '{file} es una base de datos SQLite, que aquí no se lee.',
  ],
  '{file} is a Parquet file, which is not read here.': [
    '{file} ist eine Parquet-Datei; die wird hier nicht gelesen.',
    '{file} est un fichier Parquet, qui n’est pas lu ici.',
    '{file} es un archivo Parquet, que aquí no se lee.',
  ],
  'Save the table as CSV and send that, or let `sameas match` match it.': [
    'Speichern Sie die Tabelle als CSV und senden Sie das, oder lassen Sie sie von `sameas match` abgleichen.',
    'Enregistrez le tableau en CSV et envoyez-le, ou laissez `sameas match` l’aligner.',
    'Guarde la tabla como CSV y envíela, o deje que `sameas match` la coteje.',
  ],
  'Save the sheet with the names as CSV and send that, or let `sameas match` match it.': [
    'Speichern Sie das Blatt mit den Namen als CSV und senden Sie das, oder lassen Sie es von `sameas match` abgleichen.',
    'Enregistrez la feuille des noms en CSV et envoyez-la, ou laissez `sameas match` l’aligner.',
    'Guarde la hoja con los nombres como CSV y envíela, o deje que `sameas match` la coteje.',
  ],
  'Send the column of names as CSV, ask for the answers as CSV, or use `sameas match`.': [
    'Senden Sie die Spalte der Namen als CSV, oder verwenden Sie `sameas match`.',
    'Envoyez la colonne des noms en CSV, ou utilisez `sameas match`.',
    'Envíe la columna de nombres como CSV, o use `sameas match`.',
  ],
  'Send it in parts, or let `sameas match` match it, which takes files of any length.': [
    'Senden Sie sie in Teilen, oder lassen Sie sie von `sameas match` abgleichen, das Dateien jeder Länge nimmt.',
    'Envoyez-le par parties, ou laissez `sameas match` l’aligner : il accepte des fichiers de toute longueur.',
    'Envíela por partes, o deje que `sameas match` la coteje, que admite archivos de cualquier tamaño.',
  ],
  'Send names, one a line, or a table with a row on each line.': [
    'Senden Sie Namen, einen je Zeile, oder eine Tabelle mit einer Zeile je Zeile.',
    'Envoyez des noms, un par ligne, ou un tableau avec une ligne par ligne.',
    'Envíe nombres, uno por línea, o una tabla con una fila en cada línea.',
  ],
  'Send names, one a line, or look for a quotation mark that is not closed.': [
    'Senden Sie Namen, einen je Zeile, oder suchen Sie nach einem Anführungszeichen, das nicht geschlossen ist.',
    'Envoyez des noms, un par ligne, ou cherchez un guillemet qui n’est pas fermé.',
    'Envíe nombres, uno por línea, o busque unas comillas sin cerrar.',
  ],
  'Send the column of the names, and those that tell more of them.': [
    'Senden Sie die Spalte der Namen und die, die mehr über sie sagen.',
    'Envoyez la colonne des noms et celles qui en disent plus.',
    'Envíe la columna de los nombres y las que dicen más de ellos.',
  ],
  '{file} is empty.': ['{file} ist leer.', '{file} est vide.', '{file} está vacío.'],
  '{file} is not a text file.': [
    '{file} ist keine Textdatei.',
    '{file} n’est pas un fichier texte.',
    '{file} no es un archivo de texto.',
  ],
  '{file} is a picture, which cannot be read yet.': [
    '{file} ist ein Bild, das nicht gelesen werden kann.',
    '{file} est une image, qui ne peut pas être lue.',
    '{file} es una imagen, que no se puede leer.',
  ],
  '{file} is a PDF, which cannot be read yet.': [
    '{file} ist ein PDF, das nicht gelesen werden kann.',
    '{file} est un PDF, qui ne peut pas être lu.',
    '{file} es un PDF, que no se puede leer.',
  ],
  '{file} is a web page (HTML) without a table.': [
    '{file} ist eine Webseite (HTML) ohne Tabelle.',
    '{file} est une page web (HTML) sans tableau.',
    '{file} es una página web (HTML) sin tabla.',
  ],
  'Save the page that shows the table, or load the list as CSV or JSON.': [
    'Speichern Sie die Seite, die die Tabelle zeigt, oder laden Sie die Liste als CSV oder JSON.',
    'Enregistrez la page qui montre le tableau, ou chargez la liste en CSV ou en JSON.',
    'Guarde la página que muestra la tabla, o cargue la lista como CSV o JSON.',
  ],
  '{file} holds no records, only headings or nothing that can be read as one.': [
    '{file} enthält keine Datensätze, nur Überschriften oder nichts, was als Datensatz gelesen werden kann.',
    '{file} ne contient aucune notice, seulement des en-têtes ou rien qui puisse être lu comme tel.',
    '{file} no contiene registros, solo encabezados o nada que se pueda leer como tal.',
  ],
  'Check that the right file was saved.': [
    'Prüfen Sie, ob die richtige Datei gespeichert wurde.',
    'Vérifiez que le bon fichier a été enregistré.',
    'Compruebe que se guardó el archivo correcto.',
  ],
  'Check that the rows were saved too.': [
    'Prüfen Sie, ob auch die Zeilen gespeichert wurden.',
    'Vérifiez que les lignes ont été enregistrées aussi.',
    'Compruebe que también se guardaron las filas.',
  ],
  'Load a CSV, TSV or JSON file, or a spreadsheet.': [
    'Nehmen Sie eine CSV-, TSV- oder JSON-Datei oder eine Tabellenkalkulation.',
    'Prenez un fichier CSV, TSV ou JSON, ou une feuille de calcul.',
    'Use un archivo CSV, TSV o JSON, o una hoja de cálculo.',
  ],
  'Export the list as CSV or JSON and load that.': [
    'Exportieren Sie die Liste als CSV oder JSON und nehmen Sie das.',
    'Exportez la liste en CSV ou JSON et prenez-la.',
    'Exporte la lista como CSV o JSON y use eso.',
  ],
  'Copy or download the file again.': [
    'Kopieren Sie die Datei noch einmal oder laden Sie sie noch einmal herunter.',
    'Copiez ou téléchargez le fichier de nouveau.',
    'Copie o descargue otra vez el archivo.',
  ],
  '"{name}", which “Encoding of the file” names, is not an encoding that can be read.': [
    '"{name}" ist keine Kodierung, die gelesen werden kann.',
    '"{name}" n’est pas un codage qui puisse être lu.',
    '"{name}" no es una codificación que se pueda leer.',
  ],
  'Try utf-8, utf-16le, windows-1252 or iso-8859-15.': [
    'Versuchen Sie utf-8, utf-16le, windows-1252 oder iso-8859-15.',
    'Essayez utf-8, utf-16le, windows-1252 ou iso-8859-15.',
    'Pruebe utf-8, utf-16le, windows-1252 o iso-8859-15.',
  ],
  'The table did not arrive within {n} seconds.': [
    'Die Tabelle kam nicht innerhalb von {n} Sekunden an.',
    'Le tableau n’est pas arrivé en {n} secondes.',
    'La tabla no llegó en {n} segundos.',
  ],
  'Send it in parts, or compressed as a zip archive.': [
    'Senden Sie sie in Teilen, oder gepackt als zip-Archiv.',
    'Envoyez-le par parties, ou compressé en archive zip.',
    'Envíela por partes, o comprimida en un archivo zip.',
  ],
  'The table could not be received.': [
    'Die Tabelle konnte nicht empfangen werden.',
    'Le tableau n’a pas pu être reçu.',
    'No se pudo recibir la tabla.',
  ],
  'Send it again.': ['Senden Sie sie noch einmal.', 'Envoyez-le de nouveau.', 'Envíela otra vez.'],
  'There is no such list here.': [
    'Eine solche Liste gibt es hier nicht.',
    'Il n’y a pas de telle liste ici.',
    'Aquí no hay tal lista.',
  ],
  'It may have been deleted since the page was made.': [
    'Vielleicht wurde sie gelöscht, seit die Seite gezeigt wurde.',
    'Elle a peut-être été supprimée depuis l’affichage de la page.',
    'Quizá se borró desde que se mostró la página.',
  ],
  '{n} lists are kept already.': [
    'Es werden schon {n} Listen aufbewahrt.',
    '{n} listes sont déjà conservées.',
    'Ya se conservan {n} listas.',
  ],
  '{file} describes a list, and is none.': [
    '{file} beschreibt eine Liste und ist selbst keine.',
    '{file} décrit une liste sans en être une.',
    '{file} describe una lista, pero no lo es.',
  ],
  'Send the list itself.': ['Senden Sie die Liste selbst.', 'Envoyez la liste elle-même.', 'Envíe la lista misma.'],
  'There is no list.': ['Es fehlt die Liste.', 'Il manque la liste.', 'Falta la lista.'],
  'Choose a file for the list, or drop one.': [
    'Wählen Sie eine Datei für die Liste, oder legen Sie eine ab.',
    'Choisissez un fichier pour la liste, ou déposez-en un.',
    'Elija un archivo para la lista, o suelte uno.',
  ],
  'No table waits for this list.': [
    'Keine Tabelle wartet auf diese Liste.',
    'Aucun tableau n’attend cette liste.',
    'Ninguna tabla espera a esta lista.',
  ],
  'Send one: Match a table.': [
    'Senden Sie eine: Tabelle abgleichen.',
    'Envoyez-en un : Aligner un tableau.',
    'Envíe una: Cotejar una tabla.',
  ],
  'The table is being matched.': [
    'Die Tabelle wird gerade abgeglichen.',
    'Le tableau est en cours d’alignement.',
    'La tabla se está cotejando.',
  ],
  'Cancel the matching, or wait for its end.': [
    'Brechen Sie den Abgleich ab, oder warten Sie auf sein Ende.',
    'Annulez l’alignement, ou attendez sa fin.',
    'Cancele el cotejo o espere a que termine.',
  ],
  'Choose “Change columns and match again” on its page.': [
    'Wählen Sie auf ihrer Seite „Spalten ändern und neu abgleichen“.',
    'Choisissez « Changer les colonnes et aligner de nouveau » sur sa page.',
    'Elija «Cambiar las columnas y cotejar de nuevo» en su página.',
  ],
  '{n} tables are kept already.': [
    '{n} Tabellen werden schon aufbewahrt.',
    '{n} tableaux sont déjà conservés.',
    'Ya se guardan {n} tablas.',
  ],
  'Delete one that is no longer needed.': [
    'Löschen Sie eine, die nicht mehr gebraucht wird.',
    'Supprimez-en un qui ne sert plus.',
    'Borre una que ya no haga falta.',
  ],
  'There is no such table here.': [
    'Diese Tabelle gibt es hier nicht.',
    'Ce tableau n’existe pas ici.',
    'Aquí no existe esa tabla.',
  ],
  'It may have been deleted since the link was made.': [
    'Vielleicht wurde sie gelöscht, seit es den Link gibt.',
    'Il a peut-être été supprimé depuis que le lien existe.',
    'Quizá se borró desde que se hizo el enlace.',
  ],
  'The files of this table cannot be read.': [
    'Die Dateien dieser Tabelle können nicht gelesen werden.',
    'Les fichiers de ce tableau ne peuvent pas être lus.',
    'No se pueden leer los archivos de esta tabla.',
  ],
  'The log of the service says why. Nothing was deleted.': [
    'Das Protokoll des Dienstes sagt, warum. Nichts wurde gelöscht.',
    'Le journal du service dit pourquoi. Rien n’a été supprimé.',
    'El registro del servicio dice por qué. No se borró nada.',
  ],
  'The table is already matched by its columns.': [
    'Die Tabelle ist nach ihren Spalten schon abgeglichen.',
    'Le tableau est déjà aligné selon ses colonnes.',
    'La tabla ya está cotejada según sus columnas.',
  ],
  'The matching ended with a fault of the service.': [
    'Der Abgleich endete mit einem Fehler des Dienstes.',
    'L’alignement s’est terminé par une erreur du service.',
    'El cotejo terminó con un fallo del servicio.',
  ],
  'There is no name to ask for.': ['Hier steht kein Name.', 'Il n’y a pas de nom ici.', 'Aquí no hay ningún nombre.'],
  'The properties are not as many ids (pid) as values (v).': [
    'Die Eigenschaften und ihre Werte sind nicht gleich viele.',
    'Les propriétés et leurs valeurs ne sont pas en nombre égal.',
    'Las propiedades y sus valores no son el mismo número.',
  ],
  'Read as {Format}: names to ask for in "{column}".': [
    'Gelesen als {Format}; die Namen stehen in "{column}".',
    'Lu comme {Format} ; les noms sont dans "{column}".',
    'Leído como {Format}; los nombres están en "{column}".',
  ],
  'Read as {Format}: names to ask for in "{column}", types in "{type}".': [
    'Gelesen als {Format}; die Namen stehen in "{column}", die Typen in "{type}".',
    'Lu comme {Format} ; les noms sont dans "{column}", les types dans "{type}".',
    'Leído como {Format}; los nombres están en "{column}", los tipos en "{type}".',
  ],
  'text in a single column, {encoding}': [
    'Text in einer einzigen Spalte, {encoding}',
    'texte en une seule colonne, {encoding}',
    'texto en una sola columna, {encoding}',
  ],
  'text delimited by commas, {encoding}': [
    'Text mit Kommas dazwischen, {encoding}',
    'texte séparé par des virgules, {encoding}',
    'texto separado por comas, {encoding}',
  ],
  'text delimited by tabs, {encoding}': [
    'Text mit Tabulatoren dazwischen, {encoding}',
    'texte séparé par des tabulations, {encoding}',
    'texto separado por tabuladores, {encoding}',
  ],
  'text delimited by semicolons, {encoding}': [
    'Text mit Semikolons dazwischen, {encoding}',
    'texte séparé par des points-virgules, {encoding}',
    'texto separado por puntos y coma, {encoding}',
  ],
  'text delimited by vertical bars, {encoding}': [
    'Text mit senkrechten Strichen dazwischen, {encoding}',
    'texte séparé par des barres verticales, {encoding}',
    'texto separado por barras verticales, {encoding}',
  ],
  'JSON, {encoding}': ['JSON, {encoding}', 'JSON, {encoding}', 'JSON, {encoding}'],
  'JSON lines, {encoding}': ['JSON-Zeilen, {encoding}', 'lignes JSON, {encoding}', 'líneas JSON, {encoding}'],
  'sheet "{name}" of an Excel workbook': [
    'Blatt "{name}" einer Excel-Arbeitsmappe',
    'feuille "{name}" d’un classeur Excel',
    'hoja "{name}" de un libro de Excel',
  ],
  'XML, the elements "{name}"': [
    'XML, die Elemente "{name}"',
    'XML, les éléments "{name}"',
    'XML, los elementos "{name}"',
  ],
  'MARC (ISO 2709)': ['MARC (ISO 2709)', 'MARC (ISO 2709)', 'MARC (ISO 2709)'],
  MARCXML: ['MARCXML', 'MARCXML', 'MARCXML'],
  'RDF (Turtle or N-Triples), {amount} statements': [
    'RDF (Turtle oder N-Triples), {amount} Aussagen',
    'RDF (Turtle ou N-Triples), {amount} énoncés',
    'RDF (Turtle o N-Triples), {amount} enunciados',
  ],
  // Review
  'There is no such row in the table.': [
    'Diese Zeile hat die Tabelle nicht.',
    'Le tableau n’a pas cette ligne.',
    'La tabla no tiene esa fila.',
  ],
  'Go back to the review, and judge a row that it shows.': [
    'Gehen Sie zurück zur Durchsicht und beurteilen Sie eine Zeile, die dort steht.',
    'Revenez à la révision et jugez une ligne qu’elle montre.',
    'Vuelva a la revisión y juzgue una fila que muestre.',
  ],
  'No entity was chosen.': [
    'Keine Entität wurde gewählt.',
    'Aucune entité n’a été choisie.',
    'No se eligió ninguna entidad.',
  ],
  'Choose a candidate, or search for another entity.': [
    'Wählen Sie einen Kandidaten, oder suchen Sie eine andere Entität.',
    'Choisissez un candidat, ou cherchez une autre entité.',
    'Elija un candidato, o busque otra entidad.',
  ],
  'This judgment is not known.': [
    'Dieses Urteil ist nicht bekannt.',
    'Ce jugement n’est pas connu.',
    'Este juicio no se conoce.',
  ],
  'Accept or reject a candidate, or say that none of them is meant.': [
    'Nehmen Sie einen Kandidaten an oder lehnen Sie ihn ab, oder sagen Sie, dass keiner gemeint ist.',
    'Acceptez ou rejetez un candidat, ou dites qu’aucun n’est désigné.',
    'Acepte o rechace un candidato, o diga que no es ninguno.',
  ],
  'The probability must be a number from 0 to 100.': [
    'Die Wahrscheinlichkeit muss eine Zahl von 0 bis 100 sein.',
    'La probabilité doit être un nombre de 0 à 100.',
    'La probabilidad debe ser un número de 0 a 100.',
  ],
  'The table cannot be had as "{form}".': [
    'Die Tabelle gibt es nicht als "{form}".',
    'Le tableau n’existe pas en "{form}".',
    'La tabla no se puede obtener como "{form}".',
  ],
  'Choose csv, xlsx, jsonl, sssom or openrefine.': [
    'Wählen Sie csv, xlsx, jsonl, sssom oder openrefine.',
    'Choisissez csv, xlsx, jsonl, sssom ou openrefine.',
    'Elija csv, xlsx, jsonl, sssom u openrefine.',
  ],
  'This service keeps no aliases.': [
    'Dieser Dienst bewahrt keine weiteren Namen auf.',
    'Ce service ne conserve pas d’autres noms.',
    'Este servicio no guarda otros nombres.',
  ],
  'Start it with a file of its own, or with --data-dir.': [
    'Starten Sie ihn mit einer eigenen Datei oder mit --data-dir.',
    'Démarrez-le avec un fichier à lui, ou avec --data-dir.',
    'Iníciélo con un archivo propio, o con --data-dir.',
  ],
  'The names cannot be written to {file}.': [
    'Die Namen können nicht in {file} geschrieben werden.',
    'Les noms ne peuvent pas être écrits dans {file}.',
    'No se pueden escribir los nombres en {file}.',
  ],
  'Check that you may write there and that the disk is not full.': [
    'Prüfen Sie, ob Sie dort schreiben dürfen und ob der Datenträger voll ist.',
    'Vérifiez que vous pouvez y écrire et que le disque n’est pas plein.',
    'Compruebe que puede escribir allí y que el disco no está lleno.',
  ],
  // Entities and searching
  'There is no entity with the identifier “{id}”.': [
    'Es gibt keine Entität mit der Kennung „{id}“.',
    'Il n’y a pas d’entité avec l’identifiant « {id} ».',
    'No hay ninguna entidad con el identificador «{id}».',
  ],
  'There is no entity with the identifier "{id}".': [
    'Es gibt keine Entität mit der Kennung „{id}“.',
    'Il n’y a pas d’entité avec l’identifiant « {id} ».',
    'No hay ninguna entidad con el identificador «{id}».',
  ],
  'No entity has the identifier "{id}".': [
    'Keine Entität hat die Kennung „{id}“.',
    'Aucune entité n’a l’identifiant « {id} ».',
    'Ninguna entidad tiene el identificador «{id}».',
  ],
  'There is no feature with the identifier “{id}”.': [
    'Es gibt keinen Beleg mit der Kennung „{id}“.',
    'Il n’y a pas d’indice avec l’identifiant « {id} ».',
    'No hay ningún indicio con el identificador «{id}».',
  ],
  'It may have been removed from the list since the link was made.': [
    'Vielleicht wurde sie entfernt, seit es den Link gibt.',
    'Elle a peut-être été retirée depuis que le lien existe.',
    'Quizá se eliminó desde que se hizo el enlace.',
  ],
  'The address names no entity.': [
    'Die Adresse nennt keine Entität.',
    'L’adresse ne nomme aucune entité.',
    'La dirección no nombra ninguna entidad.',
  ],
  'The address names no feature.': [
    'Die Adresse nennt keinen Beleg.',
    'L’adresse ne nomme aucun indice.',
    'La dirección no nombra ningún indicio.',
  ],
  'Search for the entity by its name.': [
    'Suchen Sie die Entität mit ihrem Namen.',
    'Cherchez l’entité par son nom.',
    'Busque la entidad por su nombre.',
  ],
  'There is no name to explain.': [
    'Es gibt keinen Namen zu erklären.',
    'Il n’y a pas de nom à expliquer.',
    'No hay ningún nombre que explicar.',
  ],
  'Nothing in the list is like what was asked, so there is no candidate to explain.': [
    'Nichts im Datensatz ähnelt dem Gefragten, also gibt es keinen Kandidaten zu erklären.',
    'Rien dans le jeu de données ne ressemble à la demande ; il n’y a donc pas de candidat à expliquer.',
    'Nada del conjunto se parece a lo pedido, así que no hay candidato que explicar.',
  ],
  'To see what speaks against an entity, choose it on the page about this service.': [
    'Um zu sehen, was gegen eine Entität spricht, wählen Sie sie auf der Seite über diesen Dienst.',
    'Pour voir ce qui parle contre une entité, choisissez-la sur la page de ce service.',
    'Para ver qué habla en contra de una entidad, elíjala en la página de este servicio.',
  ],
  'The name is longer than {n} characters.': [
    'Der Name ist länger als {n} Zeichen.',
    'Le nom dépasse {n} caractères.',
    'El nombre tiene más de {n} caracteres.',
  ],
  'Type one name.': ['Geben Sie einen Namen ein.', 'Saisissez un seul nom.', 'Escriba un solo nombre.'],
  'The text is longer than {n} characters.': [
    'Der Text ist länger als {n} Zeichen.',
    'Le texte dépasse {n} caractères.',
    'El texto tiene más de {n} caracteres.',
  ],
  'Type a few words.': ['Geben Sie einige Wörter ein.', 'Saisissez quelques mots.', 'Escriba unas pocas palabras.'],
  'The entities cannot be had as "{form}".': [
    'Die Entitäten gibt es nicht als "{form}".',
    'Les entités n’existent pas en "{form}".',
    'Las entidades no se pueden obtener como "{form}".',
  ],
  'Looking through the entities takes too much time.': [
    'Das Durchsuchen der Entitäten braucht zu viel Zeit.',
    'Parcourir les entités demande trop de temps.',
    'Explorar las entidades necesita demasiado tiempo.',
  ],
  'Looking through the entities takes too much memory.': [
    'Das Durchsuchen der Entitäten braucht zu viel Speicher.',
    'Parcourir les entités demande trop de mémoire.',
    'Explorar las entidades necesita demasiada memoria.',
  ],
  'Set browseEntities to a smaller number, or try again with fewer words.': [
    'Versuchen Sie es mit weniger Wörtern; wer den Dienst betreibt, kann browseEntities kleiner setzen.',
    'Réessayez avec moins de mots ; qui gère le service peut réduire browseEntities.',
    'Pruebe con menos palabras; quien gestiona el servicio puede reducir browseEntities.',
  ],
  'The recipe cannot be read: it is not a list of operations as JSON.': [
    'Das Rezept kann nicht gelesen werden: Es ist keine Liste von Operationen als JSON.',
    'La recette ne peut pas être lue : ce n’est pas une liste d’opérations en JSON.',
    'La receta no se puede leer: no es una lista de operaciones en JSON.',
  ],
  'Copy it from OpenRefine once more, from the first bracket to the last: Undo/Redo, Extract.': [
    'Kopieren Sie es noch einmal aus OpenRefine, von der ersten bis zur letzten Klammer: Undo/Redo, Extract.',
    'Copiez-la de nouveau depuis OpenRefine, du premier crochet au dernier : Undo/Redo, Extract.',
    'Cópiela otra vez de OpenRefine, del primer corchete al último: Undo/Redo, Extract.',
  ],
  'Operation #{n}: Unknown operation {name}': [
    'Operation {n}: {name} ist nicht bekannt',
    'Opération {n} : {name} n’est pas connue',
    'Operación {n}: no se conoce {name}',
  ],
  'Compare the members of the operation with the table in docs/operations.md.': [
    'Vergleichen Sie die Operation mit der Tabelle in docs/operations.md.',
    'Comparez l’opération avec le tableau de docs/operations.md.',
    'Compare la operación con la tabla de docs/operations.md.',
  ],
  // Files for projects
  'Failed to import file: {Fault}': [
    'Die Datei wurde nicht importiert. {Fault}',
    'Le fichier n’a pas été importé. {Fault}',
    'El archivo no se importó. {Fault}',
  ],
  'No file was uploaded.': [
    'Es wurde keine Datei gesendet.',
    'Aucun fichier n’a été envoyé.',
    'No se envió ningún archivo.',
  ],
  'Send a file, or text from the clipboard.': ['Wählen Sie eine Datei.', 'Choisissez un fichier.', 'Elija un archivo.'],
  'There is nothing in {file} that could become a column.': [
    'In {file} ist nichts, was eine Spalte werden könnte.',
    'Il n’y a rien dans {file} qui puisse devenir une colonne.',
    'En {file} no hay nada que pueda ser una columna.',
  ],
  'Check that the right file was uploaded, and the options that leave out lines.': [
    'Prüfen Sie, ob es die richtige Datei ist.',
    'Vérifiez que c’est le bon fichier.',
    'Compruebe que es el archivo correcto.',
  ],
  'There are no statements in {file}.': [
    'In {file} sind keine Aussagen.',
    'Il n’y a aucun énoncé dans {file}.',
    'En {file} no hay enunciados.',
  ],
  'Check that the right file was uploaded.': [
    'Prüfen Sie, ob es die richtige Datei ist.',
    'Vérifiez que c’est le bon fichier.',
    'Compruebe que es el archivo correcto.',
  ],
  'The format of the files is not known.': [
    'Das Format der Dateien ist nicht bekannt.',
    'Le format des fichiers n’est pas connu.',
    'El formato de los archivos no se conoce.',
  ],
  'Import a CSV, TSV, Excel, OpenDocument, JSON or XML file.': [
    'Importieren Sie eine Datei in CSV, TSV, Excel, OpenDocument, JSON oder XML.',
    'Importez un fichier CSV, TSV, Excel, OpenDocument, JSON ou XML.',
    'Importe un archivo CSV, TSV, Excel, OpenDocument, JSON o XML.',
  ],
  '{file} is a PDF.': ['{file} ist ein PDF.', '{file} est un PDF.', '{file} es un PDF.'],
  '{file} is a picture.': ['{file} ist ein Bild.', '{file} est une image.', '{file} es una imagen.'],
  '{file} is a program.': ['{file} ist ein Programm.', '{file} est un programme.', '{file} es un programa.'],
  '{file} is a Parquet file.': [
    '{file} ist eine Parquet-Datei.',
    '{file} est un fichier Parquet.',
    '{file} es un archivo Parquet.',
  ],
  '{file} is an SQLite database.': [
    '{file} ist eine SQLite-Datenbank.',
    '{file} est une base de données SQLite.',
    '{file} es una base de datos SQLite.',
  ],
  '{file} is a file that is not text.': [
    '{file} ist keine Textdatei.',
    '{file} n’est pas un fichier texte.',
    '{file} no es un archivo de texto.',
  ],
  '{file} is packed with gzip within another package, which is not unpacked here.': [
    '{file} ist doppelt gepackt; das wird hier nicht entpackt.',
    '{file} est compressé deux fois, ce qui n’est pas décompressé ici.',
    '{file} está comprimido dos veces, lo que aquí no se descomprime.',
  ],
  '{file} is packed with {program}, which is not unpacked here.': [
    '{file} ist mit {program} gepackt; das wird hier nicht entpackt.',
    '{file} est compressé avec {program}, ce qui n’est pas décompressé ici.',
    '{file} está comprimido con {program}, lo que aquí no se descomprime.',
  ],
  'Unpack it first, or pack it as gzip or zip.': [
    'Entpacken Sie sie zuerst, oder packen Sie sie als gzip oder zip.',
    'Décompressez-le d’abord, ou compressez-le en gzip ou zip.',
    'Descomprímalo primero, o comprímalo como gzip o zip.',
  ],
  '{file} is a spreadsheet of more than {n} cells.': [
    '{file} ist eine Tabelle von mehr als {n} Zellen.',
    '{file} est une feuille de plus de {n} cellules.',
    '{file} es una hoja de más de {n} celdas.',
  ],
  '{file} is a spreadsheet of more than {n} bytes once it is unpacked.': [
    '{file} ist eine Tabelle, die entpackt mehr als {n} Bytes hat.',
    '{file} est une feuille de plus de {n} octets une fois décompressée.',
    '{file} es una hoja de más de {n} bytes una vez descomprimida.',
  ],
  'Save its sheets as CSV and import those.': [
    'Speichern Sie ihre Blätter als CSV und importieren Sie diese.',
    'Enregistrez ses feuilles en CSV et importez-les.',
    'Guarde sus hojas como CSV e impórtelas.',
  ],
  'Unpack it and import what is needed of it.': [
    'Entpacken Sie sie und importieren Sie, was davon gebraucht wird.',
    'Décompressez-le et importez ce qui est nécessaire.',
    'Descomprímalo e importe lo que haga falta.',
  ],
  'The table has more than {n} columns.': [
    'Die Tabelle hat mehr als {n} Spalten.',
    'Le tableau a plus de {n} colonnes.',
    'La tabla tiene más de {n} columnas.',
  ],
  'The table has more than {n} rows.': [
    'Die Tabelle hat mehr als {n} Zeilen.',
    'Le tableau a plus de {n} lignes.',
    'La tabla tiene más de {n} filas.',
  ],
  'The table has more than {n} cells.': [
    'Die Tabelle hat mehr als {n} Zellen.',
    'Le tableau a plus de {n} cellules.',
    'La tabla tiene más de {n} celdas.',
  ],
  'The records have more than {n} columns.': [
    'Die Datensätze haben mehr als {n} Spalten.',
    'Les notices ont plus de {n} colonnes.',
    'Los registros tienen más de {n} columnas.',
  ],
  '{file} holds a line of more than {n} characters.': [
    '{file} hat eine Zeile von mehr als {n} Zeichen.',
    '{file} a une ligne de plus de {n} caractères.',
    '{file} tiene una línea de más de {n} caracteres.',
  ],
  'Check the separator of the file.': [
    'Prüfen Sie das Trennzeichen der Datei.',
    'Vérifiez le séparateur du fichier.',
    'Compruebe el separador del archivo.',
  ],
  'Check the quotation marks of the file and the separator.': [
    'Prüfen Sie die Anführungszeichen der Datei und das Trennzeichen.',
    'Vérifiez les guillemets du fichier et le séparateur.',
    'Compruebe las comillas del archivo y el separador.',
  ],
  'Check that it is a text with lines.': [
    'Prüfen Sie, ob es ein Text mit Zeilen ist.',
    'Vérifiez que c’est un texte avec des lignes.',
    'Compruebe que es un texto con líneas.',
  ],
  'Import it in parts, or leave out columns.': [
    'Importieren Sie sie in Teilen, oder lassen Sie Spalten weg.',
    'Importez-le par parties, ou omettez des colonnes.',
    'Impórtelo por partes, u omita columnas.',
  ],
  'Check that the file is complete and has the format that it was read as.': [
    'Prüfen Sie, ob die Datei vollständig ist und das Format hat, als das sie gelesen wurde.',
    'Vérifiez que le fichier est complet et a le format sous lequel il a été lu.',
    'Compruebe que el archivo está completo y tiene el formato con que se leyó.',
  ],
  'Check the file with the program that wrote it.': [
    'Prüfen Sie die Datei mit dem Programm, das sie geschrieben hat.',
    'Vérifiez le fichier avec le programme qui l’a écrit.',
    'Compruebe el archivo con el programa que lo escribió.',
  ],
  'The zip archive is protected by a password.': [
    'Das zip-Archiv ist mit einem Kennwort geschützt.',
    'L’archive zip est protégée par un mot de passe.',
    'El archivo zip está protegido con contraseña.',
  ],
  'it is protected by a password.': [
    'Die Datei ist mit einem Kennwort geschützt.',
    'le fichier est protégé par un mot de passe.',
    'el archivo está protegido con contraseña.',
  ],
  'it is no spreadsheet of the kinds xls, xlsx and ods.': [
    'Die Datei ist keine Tabelle in xls, xlsx oder ods.',
    'ce n’est pas un tableur xls, xlsx ou ods.',
    'no es una hoja de cálculo xls, xlsx u ods.',
  ],
  'the spreadsheet cannot be read ({reason}).': [
    'Die Tabelle kann nicht gelesen werden ({reason}).',
    'la feuille ne peut pas être lue ({reason}).',
    'la hoja no se puede leer ({reason}).',
  ],
  'There is no file in the archive.': [
    'In dem Archiv ist keine Datei.',
    'Il n’y a aucun fichier dans l’archive.',
    'No hay ningún archivo en el archivo comprimido.',
  ],
  'On line {line} a quotation mark stands where it makes no sense, in cell {cell}.': [
    'In Zeile {line} steht ein Anführungszeichen, wo es keinen Sinn hat, in Zelle {cell}.',
    'À la ligne {line}, un guillemet est mal placé, dans la cellule {cell}.',
    'En la línea {line} hay unas comillas donde no tienen sentido, en la celda {cell}.',
  ],
  'line {line}, character {character}: {what}.': [
    'Zeile {line}, Zeichen {character}: {what}.',
    'ligne {line}, caractère {character} : {what}.',
    'línea {line}, carácter {character}: {what}.',
  ],
  'The zip archive is incomplete or damaged.': [
    'Das zip-Archiv ist unvollständig oder beschädigt.',
    'L’archive zip est incomplète ou endommagée.',
    'El archivo zip está incompleto o dañado.',
  ],
  'The archive holds more than {n} files.': [
    'Das Archiv enthält mehr als {n} Dateien.',
    'L’archive contient plus de {n} fichiers.',
    'El archivo comprimido contiene más de {n} archivos.',
  ],
  'The files hold more than {n} bytes once they are unpacked.': [
    'Die Dateien haben entpackt mehr als {n} Bytes.',
    'Les fichiers dépassent {n} octets une fois décompressés.',
    'Los archivos ocupan más de {n} bytes una vez descomprimidos.',
  ],
  'A packed file grows to more than {n} times its size, as a file does that was made to fill a disk.': [
    'Eine gepackte Datei wächst auf mehr als das {n}-Fache, wie eine Datei, die einen Datenträger füllen soll.',
    'Un fichier compressé grossit plus de {n} fois, comme un fichier fait pour remplir un disque.',
    'Un archivo comprimido crece más de {n} veces, como uno hecho para llenar un disco.',
  ],
  'The upload is longer than the {n} bytes that the service takes.': [
    'Die Datei ist länger als die {n} Bytes, die der Dienst annimmt.',
    'Le fichier dépasse les {n} octets que le service accepte.',
    'El archivo supera los {n} bytes que admite el servicio.',
  ],
  'The packed file is incomplete or damaged.': [
    'Die gepackte Datei ist unvollständig oder beschädigt.',
    'Le fichier compressé est incomplet ou endommagé.',
    'El archivo comprimido está incompleto o dañado.',
  ],
  'The tar archive is incomplete or damaged.': [
    'Das tar-Archiv ist unvollständig oder beschädigt.',
    'L’archive tar est incomplète ou endommagée.',
    'El archivo tar está incompleto o dañado.',
  ],
  // Addresses and the service
  'There is nothing at this address.': [
    'An dieser Adresse gibt es nichts.',
    'Il n’y a rien à cette adresse.',
    'No hay nada en esta dirección.',
  ],
  'There is nothing at the address {address}.': [
    'An der Adresse {address} gibt es nichts.',
    'Il n’y a rien à l’adresse {address}.',
    'No hay nada en la dirección {address}.',
  ],
  'The address to register in a client is the one of the service itself.': [
    'In einem Programm wird die Adresse des Dienstes selbst eingetragen.',
    'L’adresse à enregistrer dans un logiciel est celle du service lui-même.',
    'La dirección que se registra en un programa es la del propio servicio.',
  ],
  'Go to the table that is matched, and on from there.': [
    'Gehen Sie zu der Tabelle, die abgeglichen wird, und von dort weiter.',
    'Allez au tableau aligné, et continuez de là.',
    'Vaya a la tabla que se coteja, y siga desde allí.',
  ],
  'There is no such document.': [
    'Dieses Dokument gibt es nicht.',
    'Ce document n’existe pas.',
    'Ese documento no existe.',
  ],
  'The page Documentation lists all documents.': [
    'Die Seite „Dokumentation“ führt alle Dokumente auf.',
    'La page « Documentation » liste tous les documents.',
    'La página «Documentación» enumera todos los documentos.',
  ],
  'There is no such project.': ['Dieses Projekt gibt es nicht.', 'Ce projet n’existe pas.', 'Ese proyecto no existe.'],
  'This page is too old.': [
    'Diese Seite ist zu alt.',
    'Cette page est trop ancienne.',
    'Esta página es demasiado antigua.',
  ],
  'Load it again, and send the form once more.': [
    'Laden Sie sie neu und senden Sie das Formular noch einmal.',
    'Rechargez-la et renvoyez le formulaire.',
    'Vuelva a cargarla y envíe el formulario otra vez.',
  ],
  'This page has no such form.': [
    'Diese Seite hat kein solches Formular.',
    'Cette page n’a pas un tel formulaire.',
    'Esta página no tiene ese formulario.',
  ],
  'Go back to the project, and choose what to do.': [
    'Gehen Sie zurück zum Projekt und wählen Sie, was zu tun ist.',
    'Revenez au projet et choisissez quoi faire.',
    'Vuelva al proyecto y elija qué hacer.',
  ],
  'The dataset is still being loaded.': [
    'Der Datensatz wird noch geladen.',
    'Le jeu de données est encore en cours de chargement.',
    'El conjunto de datos todavía se está cargando.',
  ],
  'The dataset could not be loaded.': [
    'Der Datensatz konnte nicht geladen werden.',
    'Le jeu de données n’a pas pu être chargé.',
    'No se pudo cargar el conjunto de datos.',
  ],
  'Those who run the service find the reason in its log.': [
    'Wer den Dienst betreibt, findet den Grund in seinem Protokoll.',
    'Ceux qui gèrent le service trouvent la raison dans son journal.',
    'Quien gestiona el servicio encuentra el motivo en su registro.',
  ],
  'Try again in a few seconds.': [
    'Versuchen Sie es in einigen Sekunden noch einmal.',
    'Réessayez dans quelques secondes.',
    'Vuelva a intentarlo en unos segundos.',
  ],
  'Try again in a moment.': [
    'Versuchen Sie es gleich noch einmal.',
    'Réessayez dans un instant.',
    'Vuelva a intentarlo en un momento.',
  ],
  'Too much work of this client is waiting.': [
    'Zu viele Ihrer Aufträge warten.',
    'Trop de vos demandes sont en attente.',
    'Hay demasiadas peticiones suyas en espera.',
  ],
  'Too many commands are waiting.': [
    'Zu viele Befehle warten.',
    'Trop de commandes sont en attente.',
    'Hay demasiadas órdenes en espera.',
  ],
  'The service met a fault of its own.': [
    'Im Dienst ist ein Fehler aufgetreten.',
    'Une erreur s’est produite dans le service.',
    'Se produjo un fallo en el servicio.',
  ],
  'The service met a fault of its own with this query.': [
    'Bei dieser Anfrage ist im Dienst ein Fehler aufgetreten.',
    'Une erreur s’est produite dans le service pour cette requête.',
    'Se produjo un fallo en el servicio con esta consulta.',
  ],
  'The service met a fault of its own, or the answer took too long.': [
    'Im Dienst ist ein Fehler aufgetreten, oder die Antwort hat zu lange gedauert.',
    'Une erreur s’est produite dans le service, ou la réponse a pris trop de temps.',
    'Se produjo un fallo en el servicio, o la respuesta tardó demasiado.',
  ],
  'Please report it with the time of the request.': [
    'Bitte melden Sie ihn mit der Uhrzeit.',
    'Veuillez le signaler avec l’heure.',
    'Por favor, comuníquelo con la hora.',
  ],
  // What takes the place of sentences that are for programs
  'This address is not complete, or it was changed.': [
    'Diese Adresse ist nicht vollständig, oder sie wurde geändert.',
    'Cette adresse est incomplète ou a été modifiée.',
    'Esta dirección no está completa, o fue modificada.',
  ],
  'Start again from a page of this service.': [
    'Beginnen Sie noch einmal auf einer Seite dieses Dienstes.',
    'Recommencez depuis une page de ce service.',
    'Empiece otra vez desde una página de este servicio.',
  ],
  'What was sent is too long.': [
    'Was gesendet wurde, ist zu lang.',
    'Ce qui a été envoyé est trop long.',
    'Lo enviado es demasiado largo.',
  ],
  'Send less at once.': ['Senden Sie weniger auf einmal.', 'Envoyez-en moins à la fois.', 'Envíe menos de una vez.'],
  'This cannot be done here.': ['Das geht hier nicht.', 'Cela n’est pas possible ici.', 'Eso no se puede hacer aquí.'],
} as const satisfies SentenceTable;
