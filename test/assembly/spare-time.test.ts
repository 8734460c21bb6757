import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { takeInSpareTime } from '../../src/assembly/spare-time.js';

describe('spare time', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Steps of two milliseconds each on a clock that nothing else moves. */
  function clockAndSteps(count: number) {
    const clock = { now: 0, taken: 0 };
    function* steps(): Generator<void> {
      for (let i = 0; i < count; i++) {
        clock.now += 2;
        clock.taken++;
        yield;
      }
    }
    return { clock, steps: steps(), now: () => clock.now };
  }

  it('begins after a while, and takes a few milliseconds at a time with pauses as long', () => {
    const { clock, steps, now } = clockAndSteps(100);
    takeInSpareTime(steps, Infinity, now);
    jest.advanceTimersByTime(1499);
    expect(clock.taken).toBe(0);
    jest.advanceTimersByTime(1);
    expect(clock.taken).toBe(2);
    jest.advanceTimersByTime(3);
    expect(clock.taken).toBe(2);
    jest.advanceTimersByTime(1);
    expect(clock.taken).toBe(4);
  });

  it('ends with the last step, when its time is up, and when a step fails', () => {
    const few = clockAndSteps(5);
    takeInSpareTime(few.steps, Infinity, few.now);
    const many = clockAndSteps(100);
    takeInSpareTime(many.steps, 20, many.now);
    let tried = 0;
    const failing = {
      next: () => {
        tried++;
        throw new Error('no');
      },
    };
    takeInSpareTime(failing, Infinity, () => 0);
    jest.advanceTimersByTime(60_000);
    expect(few.clock.taken).toBe(5);
    expect(many.clock.taken).toBe(10);
    expect(tried).toBe(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
