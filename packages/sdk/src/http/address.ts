import { ParlourError } from "../parlour-error.ts";

/** The address of the installation. All requests of a client share it. */
export interface ServerAddress {
  /** Without a slash at the end. */
  url: string;
  /** Called with the new address when the account has moved. */
  readonly onMoved?: ((url: string) => void) | undefined;
}

/**
 * Runs a request. If the account has moved to another installation (CFG-153), changes the address
 * and runs it there. The key remains valid. An address without HTTPS is used only if the present
 * one has none.
 */
export async function followMove<T>(address: ServerAddress, request: () => Promise<T>): Promise<T> {
  const { url } = address;
  try {
    return await request();
  } catch (error) {
    const target = getLocation(error);
    if (target === null || !isAsSafe(target, url)) throw error;
    // Another request may have followed already.
    if (address.url === url) {
      address.url = target;
      address.onMoved?.(target);
    }
    return request();
  }
}

function getLocation(error: unknown): string | null {
  if (!(error instanceof ParlourError) || error.code !== "account_moved") return null;
  const { location } = (error.body as { error: { location?: unknown } }).error;
  return typeof location === "string" ? location.replace(/\/+$/, "") : null;
}

const isAsSafe = (target: string, present: string): boolean =>
  target.startsWith("https://") ||
  (target.startsWith("http://") && !present.startsWith("https://"));
