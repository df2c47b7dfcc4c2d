/** An IPv4 or IPv6 address as a number. An IPv4 address in IPv6 notation counts as IPv4. */
export interface IpAddress {
  readonly bits: 32 | 128;
  readonly number: bigint;
}
/**
 * All addresses whose first `prefix` bits equal those of `base`. The other bits of `base` are 0.
 */
export interface AddressRange {
  readonly base: IpAddress;
  readonly prefix: number;
}

/**
 * Parses an address, or returns null if it is invalid. Other notations of IPv4 (`127.1`, `0x7f.1`,
 * leading zeros) are invalid.
 */
export function parseAddress(text: string): IpAddress | null {
  const ipv4 = parseIpv4(text);
  if (ipv4 !== null) return { bits: 32, number: ipv4 };
  const ipv6 = parseIpv6(text);
  if (ipv6 === null) return null;
  return ipv6 >> 32n === mappedPrefix
    ? { bits: 32, number: ipv6 & 0xffff_ffffn }
    : { bits: 128, number: ipv6 };
}

/**
 * Parses `192.0.2.0/24` or `2001:db8::/32`, or returns null if the text is invalid. Sets the bits
 * after the prefix to 0.
 */
export function parseRange(text: string): AddressRange | null {
  const [address = "", length = "", ...rest] = text.split("/");
  const parsed = parseAddress(address);
  if (parsed === null || rest.length > 0 || !/^(0|[1-9][0-9]{0,2})$/.test(length)) return null;
  // In IPv6 notation the prefix counts 128 bits: `::ffff:192.0.2.0/120` is the IPv4 range
  // `192.0.2.0/24`.
  const prefix = Number(length) - (parsed.bits === 32 && address.includes(":") ? 96 : 0);
  if (prefix < 0 || prefix > parsed.bits) return null;
  const hostBits = BigInt(parsed.bits - prefix);
  return { base: { bits: parsed.bits, number: (parsed.number >> hostBits) << hostBits }, prefix };
}

export function isInRange({ bits, number }: IpAddress, { base, prefix }: AddressRange): boolean {
  const hostBits = BigInt(base.bits - prefix);
  return bits === base.bits && number >> hostBits === base.number >> hostBits;
}

/**
 * Formats an address in a unique notation: `192.0.2.1`, or eight IPv6 groups without leading zeros.
 */
export function formatAddress({ bits, number }: IpAddress): string {
  const [groups, size, radix, sign] =
    bits === 32 ? ([4, 8n, 10, "."] as const) : ([8, 16n, 16, ":"] as const);
  const part = (n: number): string =>
    ((number >> (BigInt(groups - 1 - n) * size)) & ((1n << size) - 1n)).toString(radix);
  return Array.from({ length: groups }, (_, n) => part(n)).join(sign);
}

const mappedPrefix = 0xffffn;

function parseIpv4(text: string): bigint | null {
  const parts = text.split(".");
  if (
    parts.length !== 4 ||
    !parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part) && Number(part) < 256)
  )
    return null;
  return parts.reduce((number, part) => (number << 8n) | BigInt(part), 0n);
}

function parseIpv6(text: string): bigint | null {
  const halves = text.split("::");
  if (halves.length > 2 || text.length > 45) return null;
  const [head, tail] = halves.map((half, n) => parseGroups(half, n === halves.length - 1));
  if (head === null || tail === null || head === undefined) return null;
  const zeros = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? zeros !== 0 : zeros < 1) return null;
  const groups = [...head, ...Array.from({ length: zeros }, () => 0n), ...(tail ?? [])];
  return groups.reduce((number, group) => (number << 16n) | group, 0n);
}

/**
 * Parses the groups on one side of `::`. The last two groups of an address may be written as IPv4.
 */
function parseGroups(text: string, isEnd: boolean): bigint[] | null {
  if (text === "") return [];
  const parts = text.split(":");
  const groups: bigint[] = [];
  for (const [n, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(BigInt(`0x${part}`));
    else {
      const ipv4 = isEnd && n === parts.length - 1 ? parseIpv4(part) : null;
      if (ipv4 === null) return null;
      groups.push(ipv4 >> 16n, ipv4 & mappedPrefix);
    }
  }
  return groups;
}
