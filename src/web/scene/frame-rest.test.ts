import { describe, expect, it } from 'vitest';
import { FrameRest, REST_MS } from './frame-rest.ts';

function restingAfter(frames: number): FrameRest {
  const rest = new FrameRest();
  for (let frame = 0; frame < frames; frame++) rest.frame('still');
  return rest;
}

describe('the rest of a frame loop', () => {
  it('begins when nothing was to be drawn for thirty frames', () => {
    expect(restingAfter(29).pauseMs).toBe(0);
    expect(restingAfter(30).pauseMs).toBe(REST_MS);
  });

  it('ends with the first frame that is drawn, and has to be earned again', () => {
    const rest = restingAfter(100);
    rest.frame('drawn');
    expect(rest.pauseMs).toBe(0);
    rest.frame('still');
    expect(rest.pauseMs).toBe(0);
  });

  it('ends when somebody touches something', () => {
    const rest = restingAfter(100);
    rest.wake();
    expect(rest.pauseMs).toBe(0);
  });
});
