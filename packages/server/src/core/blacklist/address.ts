/** An IPv4 or IPv6 address as a number. An IPv4 address written as IPv6 counts as IPv4. */
export interface Address {
  readonly bits: 32 | 128;
  readonly number: bigint;
}
/**
 * All addresses whose first `prefix` bits equal those of `base`; the other bits of `base` are 0.
 */
export interface Range {
  readonly base: Address;
  readonly prefix: number;
}

/**
 * Parses an address; null: invalid. Other notations of IPv4 (`127.1`, `0x7f.1`, leading zeros) are
 * invalid.
 */
export function parseAddress(text: string): Address | null {
  const four = parseFour(text);
  if (four !== null) return { bits: 32, number: four };
  const six = parseSix(text);
  if (six === null) return null;
  return six >> 32n === mapped ? { bits: 32, number: six & 0xffff_ffffn } : { bits: 128, number: six };
}

/** Parses `192.0.2.0/24` or `2001:db8::/32`; bits after the prefix are set to 0. null: invalid. */
export function parseRange(text: string): Range | null {
  const [address = "", length = "", ...rest] = text.split("/");
  const written = parseAddress(address);
  if (written === null || rest.length > 0 || !/^(0|[1-9][0-9]{0,2})$/.test(length)) return null;
  // `::ffff:192.0.2.0/120` is an IPv4 range.
  const prefix = Number(length) - (written.bits === 32 && address.includes(":") ? 96 : 0);
  if (prefix < 0 || prefix > written.bits) return null;
  const free = BigInt(written.bits - prefix);
  return { base: { bits: written.bits, number: (written.number >> free) << free }, prefix };
}

export function isInRange({ bits, number }: Address, { base, prefix }: Range): boolean {
  const free = BigInt(base.bits - prefix);
  return bits === base.bits && number >> free === base.number >> free;
}

/** Formats an address uniquely: `192.0.2.1`, or eight IPv6 groups without leading zeros. */
export function addressText({ bits, number }: Address): string {
  const [groups, size, radix, sign] = bits === 32 ? ([4, 8n, 10, "."] as const) : ([8, 16n, 16, ":"] as const);
  const part = (n: number): string => ((number >> (BigInt(groups - 1 - n) * size)) & ((1n << size) - 1n)).toString(radix);
  return Array.from({ length: groups }, (_, n) => part(n)).join(sign);
}

const mapped = 0xffffn;

function parseFour(text: string): bigint | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part) && Number(part) < 256)) return null;
  return parts.reduce((number, part) => (number << 8n) | BigInt(part), 0n);
}

function parseSix(text: string): bigint | null {
  const halves = text.split("::");
  if (halves.length > 2 || text.length > 45) return null;
  const [head, tail] = halves.map((half, n) => groupsOf(half, n === halves.length - 1));
  if (head === null || tail === null || head === undefined) return null;
  const zeros = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? zeros !== 0 : zeros < 1) return null;
  const groups = [...head, ...Array.from({ length: zeros }, () => 0n), ...(tail ?? [])];
  return groups.reduce((number, group) => (number << 16n) | group, 0n);
}

/** Parses the groups on one side of `::`. The last two of the address may be written as IPv4. */
function groupsOf(text: string, isEnd: boolean): bigint[] | null {
  if (text === "") return [];
  const parts = text.split(":");
  const groups: bigint[] = [];
  for (const [n, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(BigInt(`0x${part}`));
    else {
      const four = isEnd && n === parts.length - 1 ? parseFour(part) : null;
      if (four === null) return null;
      groups.push(four >> 16n, four & mapped);
    }
  }
  return groups;
}
