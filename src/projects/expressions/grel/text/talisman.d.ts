// The package brings no types. Depending on who loads it, the default import is the function or an object that holds it.
declare module 'talisman/phonetics/daitch-mokotoff.js' {
  const keyOf: unknown;
  export default keyOf;
}
declare module 'talisman/phonetics/german/cologne.js' {
  const keyOf: unknown;
  export default keyOf;
}
declare module 'talisman/phonetics/metaphone.js' {
  const keyOf: unknown;
  export default keyOf;
}
declare module 'talisman/phonetics/soundex.js' {
  const keyOf: unknown;
  export default keyOf;
}
