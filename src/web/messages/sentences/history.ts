import type { SentenceTable } from './sentence-table.js';

/** What was done with a project, as its history says it. */
export const HISTORY_TRANSLATED = {
  'Reorder columns': ['Spalten neu ordnen', 'Réordonner les colonnes', 'Reordenar las columnas'],
  'Reorder rows': ['Zeilen neu ordnen', 'Réordonner les lignes', 'Reordenar las filas'],
  'Add row': ['Zeile hinzufügen', 'Ajouter une ligne', 'Añadir una fila'],
  'Add {n} rows': ['{n} Zeilen hinzufügen', 'Ajouter {n} lignes', 'Añadir {n} filas'],
  'Remove {n} rows': ['{n} Zeilen entfernen', 'Supprimer {n} lignes', 'Eliminar {n} filas'],
  'Star {n} rows': [
    '{n} Zeilen mit einem Stern versehen',
    'Marquer {n} lignes d’une étoile',
    'Marcar {n} filas con una estrella',
  ],
  'Unstar {n} rows': [
    'Sterne von {n} Zeilen nehmen',
    'Retirer l’étoile de {n} lignes',
    'Quitar la estrella de {n} filas',
  ],
  'Flag {n} rows': [
    '{n} Zeilen mit einer Fahne versehen',
    'Marquer {n} lignes d’un drapeau',
    'Marcar {n} filas con una bandera',
  ],
  'Unflag {n} rows': [
    'Fahnen von {n} Zeilen nehmen',
    'Retirer le drapeau de {n} lignes',
    'Quitar la bandera de {n} filas',
  ],
  'Star row {n}': [
    'Zeile {n} mit einem Stern versehen',
    'Marquer la ligne {n} d’une étoile',
    'Marcar la fila {n} con una estrella',
  ],
  'Unstar row {n}': [
    'Stern von Zeile {n} nehmen',
    'Retirer l’étoile de la ligne {n}',
    'Quitar la estrella de la fila {n}',
  ],
  'Flag row {n}': [
    'Zeile {n} mit einer Fahne versehen',
    'Marquer la ligne {n} d’un drapeau',
    'Marcar la fila {n} con una bandera',
  ],
  'Unflag row {n}': [
    'Fahne von Zeile {n} nehmen',
    'Retirer le drapeau de la ligne {n}',
    'Quitar la bandera de la fila {n}',
  ],
  'Fill down {n} cells in column {column}': [
    '{n} Zellen der Spalte {column} nach unten füllen',
    'Remplir {n} cellules vers le bas dans la colonne {column}',
    'Rellenar {n} celdas hacia abajo en la columna {column}',
  ],
  'Blank down {n} cells in column {column}': [
    '{n} wiederholte Zellen der Spalte {column} leeren',
    'Vider {n} cellules répétées dans la colonne {column}',
    'Vaciar {n} celdas repetidas en la columna {column}',
  ],
  'Columnize by key column {key} and value column {value} with note column {note}': [
    'Spalten aus Schlüsseln in {key} und Werten in {value} machen, mit Anmerkungen in {note}',
    'Mettre en colonnes par la clé {key} et la valeur {value}, avec les notes de {note}',
    'Pasar a columnas por la clave {key} y el valor {value}, con las notas de {note}',
  ],
  'Columnize by key column {key} and value column {value}': [
    'Spalten aus Schlüsseln in {key} und Werten in {value} machen',
    'Mettre en colonnes par la clé {key} et la valeur {value}',
    'Pasar a columnas por la clave {key} y el valor {value}',
  ],
  'Create column {column} at index {index} by fetching URLs based on column {base} using expression {expression}': [
    'Spalte {column} an Stelle {index} anlegen, mit dem Inhalt von Adressen aus der Spalte {base} nach {expression}',
    'Créer la colonne {column} à la place {index} avec le contenu d’adresses de la colonne {base} selon {expression}',
    'Crear la columna {column} en la posición {index} con el contenido de direcciones de la columna {base} según {expression}',
  ],
  'Create new column {column} based on column {base} by filling {n} rows with {expression}': [
    'Neue Spalte {column} aus der Spalte {base}, {n} Zeilen gefüllt mit {expression}',
    'Créer la colonne {column} d’après la colonne {base}, {n} lignes remplies avec {expression}',
    'Crear la columna {column} a partir de la columna {base}, {n} filas rellenadas con {expression}',
  ],
  'Edit single cell on row {n}, column {column}': [
    'Eine Zelle in Zeile {n}, Spalte {column} ändern',
    'Modifier une cellule à la ligne {n}, colonne {column}',
    'Editar una celda en la fila {n}, columna {column}',
  ],
  'Join multi-valued cells in column {column}': [
    'Mehrere Zellen der Spalte {column} zu einer verbinden',
    'Réunir les cellules multivaluées de la colonne {column}',
    'Unir las celdas multivaluadas de la columna {column}',
  ],
  'Split multi-valued cells in column {column}': [
    'Zellen mit mehreren Werten in der Spalte {column} aufteilen',
    'Scinder les cellules multivaluées de la colonne {column}',
    'Dividir las celdas multivaluadas de la columna {column}',
  ],
  'Mass edit {n} cells in column {column}': [
    '{n} Zellen der Spalte {column} auf einmal ändern',
    'Modifier {n} cellules de la colonne {column} en une fois',
    'Editar {n} celdas de la columna {column} de una vez',
  ],
  'Move column {column} to position {n}': [
    'Spalte {column} an Stelle {n} verschieben',
    'Déplacer la colonne {column} à la position {n}',
    'Mover la columna {column} a la posición {n}',
  ],
  'Move column {column} to the beginning': [
    'Spalte {column} an den Anfang verschieben',
    'Déplacer la colonne {column} au début',
    'Mover la columna {column} al principio',
  ],
  'Move column {column} to the end': [
    'Spalte {column} ans Ende verschieben',
    'Déplacer la colonne {column} à la fin',
    'Mover la columna {column} al final',
  ],
  'Move column {column} one place to the left': [
    'Spalte {column} um eine Stelle nach links verschieben',
    'Déplacer la colonne {column} d’une place à gauche',
    'Mover la columna {column} un lugar a la izquierda',
  ],
  'Move column {column} one place to the right': [
    'Spalte {column} um eine Stelle nach rechts verschieben',
    'Déplacer la colonne {column} d’une place à droite',
    'Mover la columna {column} un lugar a la derecha',
  ],
  'Remove column {column}': [
    'Spalte {column} entfernen',
    'Supprimer la colonne {column}',
    'Eliminar la columna {column}',
  ],
  'Remove columns {columns}': [
    'Spalten {columns} entfernen',
    'Supprimer les colonnes {columns}',
    'Eliminar las columnas {columns}',
  ],
  'Rename column {column} to {name}': [
    'Spalte {column} in {name} umbenennen',
    'Renommer la colonne {column} en {name}',
    'Cambiar el nombre de la columna {column} a {name}',
  ],
  'Split {n} cell(s) in column {column} into several columns by field lengths': [
    '{n} Zellen der Spalte {column} nach Längen auf mehrere Spalten aufteilen',
    'Scinder {n} cellules de la colonne {column} en plusieurs colonnes selon les longueurs',
    'Dividir {n} celdas de la columna {column} en varias columnas por longitudes',
  ],
  'Split {n} cell(s) in column {column} into several columns by separator': [
    '{n} Zellen der Spalte {column} am Trennzeichen auf mehrere Spalten aufteilen',
    'Scinder {n} cellules de la colonne {column} en plusieurs colonnes au séparateur',
    'Dividir {n} celdas de la columna {column} en varias columnas por el separador',
  ],
  'Text transform on {n} cells in column {column}: {expression}': [
    '{n} Zellen der Spalte {column} umgewandelt: {expression}',
    'Transformer {n} cellules de la colonne {column} : {expression}',
    'Transformar {n} celdas de la columna {column}: {expression}',
  ],
  'Transpose every {n} cells in column {column} into separate columns': [
    'Je {n} Zellen der Spalte {column} auf eigene Spalten verteilen',
    'Transposer chaque groupe de {n} cellules de la colonne {column} en colonnes distinctes',
    'Transponer cada {n} celdas de la columna {column} en columnas separadas',
  ],
  'Reconcile cells in column {column} to type {type}': [
    'Zellen der Spalte {column} mit dem Typ {type} abgleichen',
    'Réconcilier les cellules de la colonne {column} avec le type {type}',
    'Reconciliar las celdas de la columna {column} con el tipo {type}',
  ],
  'Reconcile cells in column {column}': [
    'Zellen der Spalte {column} abgleichen',
    'Réconcilier les cellules de la colonne {column}',
    'Reconciliar las celdas de la columna {column}',
  ],
  'Match each of {n} cells to its best candidate in column {column}': [
    'Jede von {n} Zellen der Spalte {column} ihrem besten Kandidaten zuordnen',
    'Associer chacune des {n} cellules de la colonne {column} à son meilleur candidat',
    'Asignar cada una de las {n} celdas de la columna {column} a su mejor candidato',
  ],
  'Match specific item {name} ({id}) to {n} cells in column {column}': [
    '{name} ({id}) {n} Zellen der Spalte {column} zuordnen',
    'Associer {name} ({id}) à {n} cellules de la colonne {column}',
    'Asignar {name} ({id}) a {n} celdas de la columna {column}',
  ],
  'Extend data at index {index} based on column {column}': [
    'Daten aus der Spalte {column} an Stelle {index} ergänzen',
    'Ajouter des données à la place {index} d’après la colonne {column}',
    'Añadir datos en la posición {index} a partir de la columna {column}',
  ],
  'Use values as reconciliation identifiers for {n} cells in column {column}': [
    'Werte von {n} Zellen der Spalte {column} als Kennungen verwenden',
    'Utiliser les valeurs de {n} cellules de la colonne {column} comme identifiants',
    'Usar los valores de {n} celdas de la columna {column} como identificadores',
  ],
  'Copy {n} recon judgments from column {column} to {columns}': [
    '{n} Urteile von der Spalte {column} nach {columns} kopieren',
    'Copier {n} jugements de la colonne {column} vers {columns}',
    'Copiar {n} juicios de la columna {column} a {columns}',
  ],
  'Clear recon data for {n} cells containing "{value}" in column {column}': [
    'Abgleich von {n} Zellen mit "{value}" in der Spalte {column} löschen',
    'Effacer la réconciliation de {n} cellules contenant "{value}" dans la colonne {column}',
    'Borrar la reconciliación de {n} celdas con "{value}" en la columna {column}',
  ],
  'Discard recon judgments and clear recon data for {n} cells in column {column}': [
    'Urteile und Abgleich von {n} Zellen der Spalte {column} löschen',
    'Effacer les jugements et la réconciliation de {n} cellules de la colonne {column}',
    'Borrar los juicios y la reconciliación de {n} celdas de la columna {column}',
  ],
  'Discard recon judgments for {n} cells in column {column}': [
    'Urteile von {n} Zellen der Spalte {column} verwerfen',
    'Annuler les jugements de {n} cellules de la colonne {column}',
    'Descartar los juicios de {n} celdas de la columna {column}',
  ],
} as const satisfies SentenceTable;
