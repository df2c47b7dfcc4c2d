const shortestS = 5;
/** How many sockets of a node may say hello again in a second on average. */
const hellosPerSecond = 500;

/** Returns the seconds after which the sockets of a node say hello again while the database is away (API-165). */
export const helloWaitS = (sockets: number): number => Math.max(shortestS, Math.ceil(sockets / hellosPerSecond));
