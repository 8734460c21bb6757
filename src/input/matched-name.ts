/** File name of the joined table: `authors-matched.csv` of `authors.xlsx` or `authors.csv.gz`. */
export function matchedName(table: string): string {
  return `${table.replace(/\.(?:gz|bz2|zip)$/i, '').replace(/(?<=.)\.[^.]*$/, '')}-matched.csv`;
}
