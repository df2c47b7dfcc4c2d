/** Where the lab stands when nothing else was said (`parlour lab --port`). */
export const labAddress = "127.0.0.1:4100";
