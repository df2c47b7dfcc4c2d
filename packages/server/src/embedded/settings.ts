import { createHash } from "node:crypto";
import type { PostgresBinaries } from "./binaries.ts";

/**
 * Settings of the embedded server for 2 cores and 1 GiB of memory. They are passed on the command
 * line, so that they override the configuration files of the cluster.
 */
export const serverSettings: Readonly<Record<string, string>> = {
  // TCP is off, because the bundled OpenSSL is too old for network access. Connections use a socket
  // in a private directory.
  listen_addresses: "",
  port: "5432",
  unix_socket_permissions: "0700",
  max_connections: "60",
  shared_buffers: "256MB",
  effective_cache_size: "1GB",
  work_mem: "8MB",
  random_page_cost: "1.1",
  huge_pages: "off",
  // These workers for parallel queries and asynchronous reads cost more than they save on two
  // cores.
  max_parallel_workers_per_gather: "0",
  io_method: "sync",
  jit: "off",
  // All three settings are required so that an acknowledged message survives kill -9 and power loss
  // (P1, P2).
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  // Recovery of 1 GiB of WAL took 3.9 s. With this limit, a start after a crash takes less than 3 s
  // (P5, PERF-15).
  max_wal_size: "384MB",
  min_wal_size: "128MB",
  checkpoint_timeout: "5min",
  timezone: "UTC",
  // The log contains errors but no statements, parameters or keys, because these may contain
  // message text.
  log_min_messages: "warning",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
};

/**
 * Returns the complete settings. The cluster name is a fingerprint of them: a running server fits
 * this release if its `cluster_name` is the same.
 */
export function buildServerSettings(
  binaries: PostgresBinaries,
  extra: Readonly<Record<string, string>> = {},
): { settings: Readonly<Record<string, string>>; name: string } {
  const settings = { ...serverSettings, ...extra };
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([binaries.version, settings]))
    .digest("hex")
    .slice(0, 12);
  const name = `parlour-${fingerprint}`;
  return { settings: { ...settings, cluster_name: name }, name };
}
