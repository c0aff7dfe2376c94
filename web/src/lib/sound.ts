// Synthesized board sounds: wood knocks, a felt brush, a soft gong. Nothing is downloaded.
import { settings } from './settings.svelte.ts';

export type Sound = 'move' | 'capture' | 'check' | 'flip' | 'end' | 'low' | 'refused' | 'offer' | 'begin';

/** Peak level of the mix: -12 dBFS. */
const PEAK = 0.25;

let context: AudioContext | undefined;
let grain: AudioBuffer | undefined;

/** Browsers allow audio only after a gesture: the first one starts it, after the screen was updated. */
export function wakeSound(): () => void {
  const open = () => {
    if (settings.sound)
      void stage()
        ?.resume()
        .catch(() => undefined);
  };
  // Opening the audio device takes tens of milliseconds: the press must not wait for it.
  const wake = () => requestAnimationFrame(() => setTimeout(open));
  for (const name of ['pointerdown', 'keydown'] as const) addEventListener(name, wake, { once: true });
  return () => {
    for (const name of ['pointerdown', 'keydown'] as const) removeEventListener(name, wake);
  };
}

function stage(): AudioContext | undefined {
  if (!context && typeof AudioContext !== 'undefined') {
    try {
      context = new AudioContext();
    } catch {
      return undefined;
    }
  }
  return context;
}

function noise(ctx: AudioContext): AudioBuffer {
  if (!grain) {
    grain = ctx.createBuffer(1, ctx.sampleRate / 2, ctx.sampleRate);
    const data = grain.getChannelData(0);
    for (let index = 0; index < data.length; index += 1) data[index] = Math.random() * 2 - 1;
  }
  return grain;
}

/** Envelope with immediate attack and exponential decay. */
function decay(ctx: AudioContext, at: number, level: number, length: number, rise = 0.002): GainNode {
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(level, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  return gain;
}

function tone(ctx: AudioContext, out: AudioNode, at: number, pitch: number, level: number, length: number): void {
  const wave = ctx.createOscillator();
  wave.type = 'sine';
  wave.frequency.setValueAtTime(pitch * 1.12, at);
  wave.frequency.exponentialRampToValueAtTime(pitch, at + 0.012);
  const gain = decay(ctx, at, level, length);
  wave.connect(gain).connect(out);
  wave.start(at);
  wave.stop(at + length + 0.02);
}

function hiss(
  ctx: AudioContext,
  out: AudioNode,
  at: number,
  pitch: number,
  level: number,
  length: number,
  rise = 0.001,
): void {
  const source = ctx.createBufferSource();
  source.buffer = noise(ctx);
  const filter = ctx.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 1.1;
  const gain = decay(ctx, at, level, length, rise);
  source.connect(filter).connect(gain).connect(out);
  source.start(at);
  source.stop(at + length + 0.02);
}

/** Piece placed on the board: a short click of the edge, then the wood. */
function knock(ctx: AudioContext, out: AudioNode, at: number, pitch = 900, body = 0.7): void {
  hiss(ctx, out, at, 2600, 0.5, 0.018);
  tone(ctx, out, at, pitch, body, 0.06);
  tone(ctx, out, at, pitch * 0.46, body * 0.5, 0.09);
}

const SCORES: Record<Sound, (ctx: AudioContext, out: AudioNode, at: number) => void> = {
  move: (ctx, out, at) => knock(ctx, out, at),
  capture: (ctx, out, at) => {
    knock(ctx, out, at, 760, 0.8);
    tone(ctx, out, at + 0.004, 210, 0.9, 0.13);
  },
  check: (ctx, out, at) => {
    knock(ctx, out, at);
    for (const [pitch, level] of [
      [1180, 0.55],
      [1770, 0.22],
    ] as const)
      tone(ctx, out, at + 0.11, pitch, level, 0.2);
  },
  flip: (ctx, out, at) => {
    hiss(ctx, out, at, 1500, 0.28, 0.16, 0.07);
    knock(ctx, out, at + 0.17, 980, 0.5);
  },
  end: (ctx, out, at) => {
    for (const [pitch, level, length] of [
      [146, 0.6, 2.6],
      [293, 0.22, 1.9],
      [412, 0.14, 1.3],
      [638, 0.07, 0.8],
    ] as const)
      tone(ctx, out, at, pitch, level, length);
  },
  low: (ctx, out, at) => {
    tone(ctx, out, at, 1250, 0.25, 0.04);
    tone(ctx, out, at + 0.16, 1250, 0.25, 0.04);
  },
  refused: (ctx, out, at) => tone(ctx, out, at, 150, 0.5, 0.09),
  offer: (ctx, out, at) => {
    tone(ctx, out, at, 660, 0.3, 0.16);
    tone(ctx, out, at + 0.12, 880, 0.3, 0.22);
  },
  begin: (ctx, out, at) => {
    for (const [index, pitch] of [523, 659, 784, 1047].entries()) tone(ctx, out, at + index * 0.13, pitch, 0.35, 0.4);
  },
};

/** Plays a sound if sounds are on and the browser allows it. */
export function play(sound: Sound): void {
  if (!settings.sound || settings.volume <= 0) return;
  // Before the first gesture the browser allows no sound, and would warn.
  if (!context && !navigator.userActivation?.hasBeenActive) return;
  const ctx = stage();
  if (!ctx || ctx.state !== 'running') {
    void ctx?.resume().catch(() => undefined);
    return;
  }
  const out = ctx.createGain();
  out.gain.value = PEAK * settings.volume;
  out.connect(ctx.destination);
  SCORES[sound](ctx, out, ctx.currentTime + 0.005);
  setTimeout(() => out.disconnect(), 3200);
}
