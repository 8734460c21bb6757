/** What the work comes to, and how long it and, meanwhile, /health took at most, in milliseconds. */
export async function watchHealth<T>(
  origin: string,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly ms: number; readonly health: number }> {
  let isOn = true;
  let health = 0;
  const watching = (async () => {
    while (isOn) {
      const start = performance.now();
      await (await fetch(`${origin}/health`)).text();
      health = Math.max(health, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const start = performance.now();
  let result: T;
  let ms: number;
  try {
    result = await work();
    ms = performance.now() - start;
  } finally {
    isOn = false;
    await watching;
  }
  return { result, ms, health };
}
