const shortestS = 5;
/** Average number of sockets per node that may repeat their hello within one second. */
const hellosPerSecond = 500;

/**
 * Returns the seconds after which the sockets of a node repeat their hello while the database is
 * unavailable (API-165).
 */
export const helloWaitS = (sockets: number): number => Math.max(shortestS, Math.ceil(sockets / hellosPerSecond));
