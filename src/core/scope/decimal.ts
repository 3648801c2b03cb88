/** A decimal number exactly: `digits` times 10 to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalOf(number: number): Decimal {
  const [mantissa = "0", exponent = "0"] = String(number).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Both numbers as whole numbers of the same unit; undefined where that needs more than 400 digits, or one is infinite. */
function inOneUnit(left: number, right: number): readonly [bigint, bigint] | undefined {
  if (!Number.isFinite(left) || !Number.isFinite(right)) return undefined;
  const [a, b] = [decimalOf(left), decimalOf(right)];
  const exponent = Math.min(a.exponent, b.exponent);
  if (Math.max(a.exponent, b.exponent) - exponent > 400) return undefined;
  return [a.digits * 10n ** BigInt(a.exponent - exponent), b.digits * 10n ** BigInt(b.exponent - exponent)];
}

/**
 * Is the number a multiple? By the decimals that are written, as the specification says. Where the divisor is no whole
 * number ajv divides binary fractions instead (0.3 is no multiple of 0.1): where the two differ nothing is known.
 */
export function isMultiple(number: number, of: number): boolean | undefined {
  const units = inOneUnit(number, of);
  if (units === undefined) return undefined;
  const exact = units[0] % units[1] === 0n;
  if (Number.isInteger(of)) return exact;
  return Number.isInteger(number / of) === exact ? exact : undefined;
}

/** Does every multiple of one number have to be a multiple of another, however a validator divides? */
export function divides(divisor: number, of: number): boolean {
  if (divisor === of) return true;
  if (Number.isInteger(divisor) && Number.isInteger(of)) return of % divisor === 0;
  // Doubling is exact in binary too.
  const ratio = of / divisor;
  return ratio >= 1 && Number.isInteger(Math.log2(ratio)) && isMultiple(of, divisor) === true;
}

/** The least common multiple of two whole numbers; undefined where doubles can't hold it. */
export function leastCommonMultiple(left: number, right: number): number | undefined {
  let [a, b] = [BigInt(left), BigInt(right)];
  const product = a * b;
  while (b !== 0n) [a, b] = [b, a % b];
  const result = Number(product / a);
  return Number.isSafeInteger(result) ? result : undefined;
}
