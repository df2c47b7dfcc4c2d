import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Start and warm-up are left out. */
const skipMicros = 2_500_000;

/**
 * Prints the self times of each profile of a folder: share of the busy time, function, file and
 * line.
 */
export function printProfiles(folder: string, top = 25): void {
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".cpuprofile"))
    .sort()) {
    console.log(`-- ${file}`);
    for (const line of computeSelfTimes(
      JSON.parse(readFileSync(join(folder, file), "utf8")) as Profile,
      top,
    ))
      console.log(`   ${line}`);
  }
}

function computeSelfTimes(profile: Profile, top: number): string[] {
  const names = new Map(
    profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName === "" ? "(anonymous)" : functionName}  ${url
        .replace(/^file:\/\//, "")
        .split("/")
        .slice(-4)
        .join("/")}${url === "" ? "" : `:${lineNumber + 1}`}`,
    ]),
  );
  const times = new Map<string, number>();
  let elapsed = 0;
  profile.samples.forEach((id, i) => {
    elapsed += profile.timeDeltas[i] ?? 0;
    if (elapsed < skipMicros) return;
    const name = names.get(id) ?? "?";
    times.set(name, (times.get(name) ?? 0) + (profile.timeDeltas[i] ?? 0));
  });
  const busy = [...times].filter(([name]) => !name.startsWith("(idle)"));
  const totalMicros = busy.reduce((sum, [, micros]) => sum + micros, 0);
  return [
    `busy ${(totalMicros / 1000).toFixed(0)} ms`,
    ...busy
      .sort((a, b) => b[1] - a[1])
      .slice(0, top)
      .map(
        ([name, micros]) => `${((micros * 100) / totalMicros).toFixed(1).padStart(5)} %  ${name}`,
      ),
  ];
}
