const minDelayS = 5;
/** Average number of sockets per node that repeat their hello within one second. */
const maxHellosPerSecond = 500;

/** Returns the delay in s of a repeated hello without the database (API-165). */
export const computeHelloDelayS = (sockets: number): number =>
  Math.max(minDelayS, Math.ceil(sockets / maxHellosPerSecond));
