/** The largest of the numbers and `least`. `Math.max(...numbers)` fails for more than some hundred thousand. */
export function largestOf(numbers: Iterable<number>, least = -Infinity): number {
  let largest = least;
  for (const number of numbers) if (!(number <= largest)) largest = number;
  return largest;
}
