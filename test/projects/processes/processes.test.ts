import { describe, expect, it } from '@jest/globals';
import { untranslated } from '../../../src/foundation/sentence.js';
import { createProcessList } from '../../../src/projects/processes/process-list.js';
import { createProjectLocks } from '../../../src/projects/processes/process-list.js';

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('locks', () => {
  it('let one at a time to a project, in their order, and others to other projects', async () => {
    const locks = createProjectLocks();
    const seen: string[] = [];
    const work = async (project: string, name: string, first = false): Promise<void> => {
      const letGo = await locks.acquire(project, { first });
      seen.push(`${name} in`);
      await soon();
      seen.push(`${name} out`);
      letGo();
      letGo();
    };
    await Promise.all([work('a', '1'), work('a', '2'), work('a', '3', true), work('b', '4')]);
    expect(seen.filter((one) => !one.startsWith('4'))).toEqual(['1 in', '1 out', '3 in', '3 out', '2 in', '2 out']);
    expect(seen.indexOf('4 in')).toBeLessThan(seen.indexOf('1 out'));
  });
});

describe('processes', () => {
  it('run one after the other, say how far they are, and tell what went wrong once', async () => {
    const list = createProcessList();
    let letGo: (() => void) | undefined;
    list.add({
      projectId: 'a',
      description: untranslated('first'),
      bytes: 10,
      run: async ({ percent }) => {
        percent(40);
        await new Promise<void>((resolve) => (letGo = resolve));
        throw new Error('the service is gone');
      },
    });
    list.add({ projectId: 'a', description: untranslated('second'), bytes: 10, run: () => Promise.resolve() });
    await soon();
    expect(list.describe('a')).toEqual({
      processes: [
        { id: 1, description: untranslated('first'), immediate: false, status: 'running', progress: 40 },
        { id: 2, description: untranslated('second'), immediate: false, status: 'pending', progress: 0 },
      ],
    });
    expect([list.isBusy('a'), list.isBusy('b')]).toEqual([true, false]);
    letGo?.();
    await soon();
    expect(list.describe('a')).toEqual({
      processes: [],
      exceptions: [{ message: untranslated('the service is gone') }],
    });
    expect(list.describe('a')).toEqual({ processes: [] });
    expect(list.isBusy('a')).toBe(false);
  });

  it('are gone when they are cancelled, those that run and those that wait', async () => {
    const list = createProcessList();
    let secondRan = false;
    list.add({
      projectId: 'a',
      description: untranslated('first'),
      bytes: 10,
      run: ({ stop }) =>
        new Promise((_, reject) => stop.addEventListener('abort', () => reject(new Error('cancelled')))),
    });
    list.add({
      projectId: 'a',
      description: untranslated('second'),
      bytes: 10,
      run: () => Promise.resolve().then(() => void (secondRan = true)),
    });
    await soon();
    await list.cancel('a');
    expect(list.describe('a')).toEqual({ processes: [] });
    expect(secondRan).toBe(false);
    list.add({
      projectId: 'a',
      description: untranslated('third'),
      bytes: 10,
      run: () => Promise.resolve().then(() => void (secondRan = true)),
    });
    await soon();
    expect(secondRan).toBe(true);
  });

  it('wait in a queue that is bounded, in each project and by what all of them hold', async () => {
    const list = createProcessList();
    const add = (projectId: string, bytes: number): void =>
      list.add({
        projectId,
        description: untranslated('waits'),
        bytes,
        run: ({ stop }) =>
          new Promise((_, reject) => stop.addEventListener('abort', () => reject(new Error('cancelled')))),
      });
    for (let count = 0; count < 100; count += 1) add('a', 10);
    expect(() => add('a', 10)).toThrow(expect.objectContaining({ code: 'too-many-requests' }));
    add('b', 100_000_000);
    expect(() => add('c', 100_000_000)).toThrow(expect.objectContaining({ code: 'too-many-requests' }));
    await list.cancelAll();
    add('c', 100_000_000);
    await list.cancelAll();
  });
});
