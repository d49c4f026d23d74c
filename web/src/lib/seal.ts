/** The seal of a seed, worked out in the page: what was shown before a fight is checked here, without asking whoever rolled the dice.
 *
 * SHA-256 by hand, because browsers offer theirs only over HTTPS, and a table at home is plain HTTP.
 */

const rotated = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

/** The first bits of the fractional parts of the roots of the first primes: of the third roots (64) and of the square roots (8). */
function constants(): { k: number[]; h: number[] } {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const part = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
  return { k: primes.map((prime) => part(Math.cbrt(prime))), h: primes.slice(0, 8).map((prime) => part(Math.sqrt(prime))) };
}

export function sha256(text: string): string {
  const { k, h } = constants();
  const given = new TextEncoder().encode(text);
  const bytes = new Uint8Array(Math.ceil((given.length + 9) / 64) * 64);
  bytes.set(given);
  bytes[given.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, given.length * 8);
  for (let at = 0; at < bytes.length; at += 64) {
    const w = Array.from({ length: 16 }, (_, i) => view.getInt32(at + i * 4));
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15]!, w[i - 2]!];
      w.push((w[i - 16]! + (rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3)) + w[i - 7]! + (rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10))) | 0);
    }
    let [a, b, c, d, e, f, g, i] = h as [number, number, number, number, number, number, number, number];
    for (let round = 0; round < 64; round++) {
      const one = (i + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + k[round]! + w[round]!) | 0;
      const two = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [i, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, i].forEach((value, place) => (h[place] = (h[place]! + value) | 0));
  }
  return h.map((value) => (value >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The seal that belongs to a seed and its salt. */
export const sealOf = (seed: string, salt: string | undefined): string => sha256(salt === undefined ? `quintain-seed:${seed}` : `quintain-seed:${salt}:${seed}`);
