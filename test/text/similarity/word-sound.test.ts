import { describe, expect, it } from '@jest/globals';
import { soundOf, soundsNear } from '../../../src/text/similarity/word-sound.js';

describe('soundOf', () => {
  it.each([
    ['galifianakis', 'klfnks'],
    ['philadelphia', 'fltlf'],
    ['pittsburgh', 'ptsprk'],
    ['rome', ''],
    ['aurelia', ''],
    ['österreich', ''],
    ['kb2400', ''],
  ])('%s sounds as "%s"', (word, sound) => {
    expect(soundOf(word)).toBe(sound);
  });
});

describe('soundsNear', () => {
  it.each([
    ['klfnks', 'klfnks', true],
    ['klfnks', 'klfrks', true],
    ['klfnks', 'kfnks', true],
    ['klfnks', 'klfnkst', true],
    ['klfnks', 'klnfks', false],
    ['smln', 'smlk', false],
    ['', '', false],
  ])('%s and %s: %s', (a, b, near) => {
    expect(soundsNear(a, b)).toBe(near);
    expect(soundsNear(b, a)).toBe(near);
  });
});
