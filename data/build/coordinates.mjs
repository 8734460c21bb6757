/**
 * Latitude and longitude as text, to about a metre. Whole degrees keep a decimal, because "-90,0" alone reads as minus ninety
 * with a decimal comma.
 */
export function coordinates(latitude, longitude) {
  return `${degrees(latitude)},${degrees(longitude)}`;
}

function degrees(value) {
  const rounded = Number(Number(value).toFixed(5));
  return Number.isInteger(rounded) ? rounded.toFixed(1) : String(rounded);
}
