/** Builds small `.mmdb` files (MaxMind DB 2.0) for tests. */

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };

/**
 * Returns the bytes of a database. `networks` maps IPv4 networks in CIDR notation to their records.
 */
export function buildGeoDatabase(type: string, networks: Readonly<Record<string, Value>>): Buffer {
  const data: Buffer[] = [];
  const offsets: number[] = [];
  let size = 0;
  for (const value of Object.values(networks)) {
    offsets.push(size);
    const bytes = encode(value);
    data.push(bytes);
    size += bytes.length;
  }
  // A binary tree over the bits of an address. A leaf is the offset of its record.
  const nodes: [TreeEntry, TreeEntry][] = [[null, null]];
  Object.keys(networks).forEach((network, index) =>
    insertNetwork(nodes, network, offsets[index] ?? 0),
  );
  const tree = Buffer.alloc(nodes.length * 8);
  nodes.forEach((node, index) => {
    node.forEach((treeEntry, side) =>
      tree.writeUInt32BE(toRecordValue(treeEntry, nodes.length), index * 8 + side * 4),
    );
  });
  const metadata: Value = {
    node_count: nodes.length,
    record_size: 32,
    ip_version: 4,
    database_type: type,
    languages: ["en"],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_767_603_600,
    description: { en: "made by a test" },
  };
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from("\xab\xcd\xefMaxMind.com", "latin1"),
    encode(metadata),
  ]);
}

type TreeEntry = null | { readonly node: number } | { readonly data: number };

function toRecordValue(treeEntry: TreeEntry, count: number): number {
  if (treeEntry === null) return count;
  return "node" in treeEntry ? treeEntry.node : count + 16 + treeEntry.data;
}

function insertNetwork(nodes: [TreeEntry, TreeEntry][], network: string, data: number): void {
  const [address = "", length = "32"] = network.split("/");
  const bits = address
    .split(".")
    .reduce((allBits, part) => allBits + Number(part).toString(2).padStart(8, "0"), "")
    .slice(0, Number(length));
  let nodeIndex = 0;
  bits.split("").forEach((bit, n) => {
    const node = nodes[nodeIndex];
    const side = bit === "1" ? 1 : 0;
    if (node === undefined) throw new Error("no such node");
    if (n === bits.length - 1) {
      node[side] = { data };
      return;
    }
    const next = node[side];
    if (next !== null && "node" in next) nodeIndex = next.node;
    else {
      nodes.push([null, null]);
      node[side] = { node: nodes.length - 1 };
      nodeIndex = nodes.length - 1;
    }
  });
}

function encode(value: Value): Buffer {
  if (typeof value === "string") {
    const bytes = Buffer.from(value, "utf8");
    return Buffer.concat([encodeControl(2, bytes.length), bytes]);
  }
  if (typeof value === "boolean") return encodeControl(14, value ? 1 : 0);
  if (typeof value === "number") {
    if (Number.isInteger(value) && value >= 0) {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return Buffer.concat([encodeControl(6, 4), bytes]);
    }
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return Buffer.concat([encodeControl(3, 8), bytes]);
  }
  if (Array.isArray(value))
    return Buffer.concat([
      encodeControl(11, value.length),
      ...value.map((item: Value) => encode(item)),
    ]);
  const entries = Object.entries(value);
  return Buffer.concat([
    encodeControl(7, entries.length),
    ...entries.flatMap(([key, item]) => [encode(key), encode(item as Value)]),
  ]);
}

/** Encodes type and size. Types above 7 take a second byte. */
function encodeControl(type: number, size: number): Buffer {
  const head = type > 7 ? 0 : type << 5;
  const rest = type > 7 ? [type - 7] : [];
  if (size < 29) return Buffer.from([head | size, ...rest]);
  return Buffer.from([head | 29, ...rest, size - 29]);
}
