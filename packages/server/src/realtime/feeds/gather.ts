/**
 * Time in ms for which an event may wait for further ones. It bounds the writes of a stream and the
 * answers of a poll to ten per second, however many events an account has (API-392).
 */
export const gatherMs = 100;
