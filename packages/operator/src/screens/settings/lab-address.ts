/** Default address of the lab (`parlour lab --port`). */
export const labAddress = "127.0.0.1:4100";
