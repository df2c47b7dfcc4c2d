/**
 * Times in ms for which an event may wait for further ones. They bound the writes of a stream to
 * ten per second and the answers to a client's polls to five, however many events an account has
 * (API-392). A poll costs more, because each is a request with its own authorisation.
 */
export const streamGatherMs = 100;
export const pollGatherMs = 200;
