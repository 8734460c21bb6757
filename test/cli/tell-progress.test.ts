import { describe, expect, it } from '@jest/globals';
import { createStatusLine } from '../../src/cli/terminal.js';
import { progressInWords, tellLoading, reportProgress } from '../../src/cli/tell-progress.js';

/** What is written while a thousand words of progress come, one each 30 ms. */
async function written(
  interactive: boolean,
): Promise<{ readonly status: readonly string[]; readonly lines: readonly string[] }> {
  const status: string[] = [];
  const lines: string[] = [];
  const tell = reportProgress(
    { interactive, showStatus: (text) => void status.push(text), writeError: (text) => void lines.push(text) },
    40,
    '',
  );
  for (let i = 0; i < 25; i++) {
    tell(1);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  return { status, lines };
}

describe('progressInWords', () => {
  it('tells amounts, pace and the time left of each phase', () => {
    let time = 0;
    const describe = progressInWords(() => time);
    expect(describe({ phase: 'reading', unit: 'bytes', done: 1_000_000, all: 300_000_000, records: 2_048 })()).toBe(
      'reading: 1.0 MB of 300 MB, 2,048 records',
    );
    time = 2_000;
    expect(describe({ phase: 'reading', unit: 'bytes', done: 100_000_000, all: 300_000_000, records: 204_800 })()).toBe(
      'reading: 100 MB of 300 MB, 204,800 records, 50.0 MB a second, 4 s left',
    );
    time = 6_000;
    expect(describe({ phase: 'loading', unit: 'records', done: 1, all: 600_000 })()).toBe(
      'loading: 1 of 600,000 records',
    );
    time = 7_000;
    expect(describe({ phase: 'loading', unit: 'records', done: 2_000, all: 600_000 })()).toBe(
      'loading: 2,000 of 600,000 records, 2,000 a second, 5 min left',
    );
    expect(describe({ phase: 'indexing', unit: 'steps', done: 3, all: 12 })()).toBe('building the index: step 4 of 12');
    expect(describe({ phase: 'fetching', unit: 'rows', done: 1 })()).toBe('fetching the list: 1 row');
  });

  it('begins anew where a file is read once more', () => {
    let time = 0;
    const describe = progressInWords(() => time);
    describe({ phase: 'reading', unit: 'bytes', done: 10, all: 100 });
    time = 1_000;
    describe({ phase: 'reading', unit: 'bytes', done: 100, all: 100 });
    describe({ phase: 'reading', unit: 'bytes', done: 10, all: 100 });
    time = 2_000;
    expect(describe({ phase: 'reading', unit: 'bytes', done: 50, all: 100 })()).toBe(
      'reading: 50 bytes of 100 bytes, 50 bytes a second, 1 s left',
    );
  });
});

describe('where progress goes', () => {
  it('is the last line of a terminal, a few times a second', async () => {
    const { status, lines } = await written(true);
    expect(lines).toEqual([]);
    expect(status.length).toBeGreaterThan(0);
    expect(status.length).toBeLessThan(10);
    expect(status[0]).toMatch(/^ {2}\d+ of 40 queries asked/);
  });

  it('is at most a line in ten seconds elsewhere', async () => {
    expect(await written(false)).toEqual({ status: [], lines: [] });
    const lines: string[] = [];
    let now = 0;
    const before = performance.now.bind(performance);
    performance.now = () => now;
    try {
      const tell = tellLoading({
        interactive: false,
        showStatus: () => undefined,
        writeError: (text) => void lines.push(text),
      });
      for (now = 0; now <= 25_000; now += 1_000) tell({ phase: 'loading', unit: 'records', done: now, all: 50_000 });
    } finally {
      performance.now = before;
    }
    expect(lines).toEqual([
      '  loading: 10,000 of 50,000 records, 1,000 a second, 40 s left\n',
      '  loading: 20,000 of 50,000 records, 1,000 a second, 30 s left\n',
    ]);
  });
});

describe('createStatusLine', () => {
  it('writes over its line, and takes it away before anything else', () => {
    let screen = '';
    const line = createStatusLine({ isTerminal: true, columns: () => 12, write: (text) => void (screen += text) });
    line.clear();
    expect(screen).toBe('');
    line.show('reading: 10 MB of 20 MB');
    expect(screen).toBe('\r\u001b[2Kreading: 10');
    line.show('');
    line.clear();
    expect(screen).toBe('\r\u001b[2Kreading: 10\r\u001b[2K');
  });

  it('writes nothing without a terminal', () => {
    let screen = '';
    createStatusLine({ isTerminal: false, columns: () => 80, write: (text) => void (screen += text) }).show('reading');
    expect(screen).toBe('');
  });
});
