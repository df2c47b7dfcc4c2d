import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { resolveAddresses, describeConfig, parseConfig } from "../src/config/read-config.ts";
import { environmentSettings } from "../src/config/settings.ts";
import { StartError } from "../src/embedded/start-error.ts";
import { createLog } from "../src/log.ts";

function listConfigErrors(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof StartError && error.exitCode === 78) return error.message.split("\n");
    throw error;
  }
  return [];
}

describe("the environment", () => {
  it("[CFG-001] [CFG-003] [CFG-004] [CFG-006] [CFG-007] [CFG-008] [CFG-009] [CFG-010] [CFG-011] [CFG-115] [CFG-122] [CFG-125] everything has its default", () => {
    expect(parseConfig({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      publicUrl: null,
      widgetUrl: null,
      helpUrl: null,
      dataDir: null,
      databaseUrl: null,
      databaseReadUrl: null,
      redis: null,
      provisioningFile: null,
      secretKey: null,
      trustProxy: [],
      shutdownDelayMs: 5_000,
      shutdownMoveMs: 210_000,
      logLevel: "info",
      logFormat: null,
      egressAllow: [],
      metricsToken: null,
      geoipDb: [],
      fileScanner: null,
      smtpListen: null,
      smtpTls: null,
      whatsappApiUrl: "https://graph.facebook.com",
      messengerApiUrl: "https://graph.facebook.com",
      viberApiUrl: "https://chatapi.viber.com/pa",
      telegramApiUrl: "https://api.telegram.org",
      webhookBaseUrl: null,
      botBaseUrl: null,
      widgetBaseUrl: null,
    });
    const foreignVariables = {
      PARLOUR_KEY: "pk_of_the_lab",
      PARLOUR_CONFORMANCE_SECRET: "whsec_x",
      PARLOUR_CONFORMANCE_CLIENT_SECRET: "x",
    };
    expect(
      parseConfig({
        PORT: "",
        HOST: "",
        ...foreignVariables,
        PARLOUR_SECRET: "x",
        PARLOUR_ADDRESS: "x",
      }),
    ).toEqual(parseConfig({}));
  });

  it("[CFG-002] [CFG-012] [CFG-143] addresses follow from PUBLIC_URL and the port, or are replaced one by one", () => {
    expect(resolveAddresses(parseConfig({ PORT: "8080" }), 8080, null)).toEqual({
      publicUrl: "http://localhost:8080",
      widgetUrl: null,
      helpUrl: "http://localhost:8080",
      visitorUrl: "http://localhost:8080",
      origins: ["http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"],
      webhookBaseUrl: "http://localhost:8080/channel",
      botBaseUrl: "http://localhost:8080/bot",
      widgetBaseUrl: "http://localhost:8080/widget",
    });
    const parsed = parseConfig({
      PUBLIC_URL: "https://chat.example.test/",
      WEBHOOK_BASE_URL: "https://in.example.test/hooks/",
      BOT_BASE_URL: "https://bot.example.test",
      HELP_URL: "https://help.example.test/",
    });
    expect(resolveAddresses(parsed, 3000, null)).toEqual({
      publicUrl: "https://chat.example.test",
      widgetUrl: null,
      helpUrl: "https://help.example.test",
      visitorUrl: "https://chat.example.test",
      origins: ["https://chat.example.test"],
      webhookBaseUrl: "https://in.example.test/hooks",
      botBaseUrl: "https://bot.example.test",
      widgetBaseUrl: "https://chat.example.test/widget",
    });
  });

  it("[CFG-167] without PUBLIC_URL the address of the set-up is that of the installation", () => {
    expect(resolveAddresses(parseConfig({}), 3000, "http://192.0.2.5:8080")).toMatchObject({
      publicUrl: "http://192.0.2.5:8080",
      origins: [
        "http://192.0.2.5:8080",
        "http://localhost:3000",
        "http://127.0.0.1:3000",
        "http://[::1]:3000",
      ],
      widgetBaseUrl: "http://192.0.2.5:8080/widget",
    });
    const given = parseConfig({ PUBLIC_URL: "https://chat.example" });
    expect(resolveAddresses(given, 3000, "http://192.0.2.5:8080")).toMatchObject({
      publicUrl: "https://chat.example",
      origins: ["https://chat.example"],
    });
  });

  it("[CFG-052] visitors get an origin of their own, which must be another one", () => {
    const both = {
      PUBLIC_URL: "https://chat.example.test",
      WIDGET_URL: "https://visit.example.test/",
    };
    expect(resolveAddresses(parseConfig(both), 3000, null)).toMatchObject({
      publicUrl: "https://chat.example.test",
      origins: ["https://chat.example.test"],
      widgetUrl: "https://visit.example.test",
      visitorUrl: "https://visit.example.test",
      webhookBaseUrl: "https://chat.example.test/channel",
      widgetBaseUrl: "https://visit.example.test/widget",
    });
    expect(
      listConfigErrors({ ...both, WIDGET_BASE_URL: "https://visit.example.test/code" }),
    ).toEqual([]);
    const wrong: [Record<string, string>, string][] = [
      [{ WIDGET_URL: "https://visit.example.test" }, "WIDGET_URL: .*only together with PUBLIC_URL"],
      [{ ...both, WIDGET_URL: "https://chat.example.test" }, "WIDGET_URL: .*another host or port"],
      [{ ...both, WIDGET_URL: "http://visit.example.test" }, "WIDGET_URL: .*https"],
      [{ ...both, WIDGET_URL: "https://visit.example.test/widget" }, "WIDGET_URL: .*without path"],
      [
        { ...both, WIDGET_BASE_URL: "https://code.example.test/widget" },
        "WIDGET_BASE_URL: .*at WIDGET_URL",
      ],
      [
        { ...both, WEBHOOK_BASE_URL: "https://visit.example.test/channel" },
        "WEBHOOK_BASE_URL: .*another host",
      ],
      [
        { ...both, BOT_BASE_URL: "https://visit.example.test:8443" },
        "BOT_BASE_URL: .*another host",
      ],
    ];
    for (const [env, fault] of wrong)
      expect(listConfigErrors(env), JSON.stringify(env)).toEqual([
        expect.stringMatching(new RegExp(`^${fault}`)),
      ]);
    // Two ports of one host are different origins.
    expect(
      listConfigErrors({
        PUBLIC_URL: "http://127.0.0.1:3000",
        WIDGET_URL: "http://127.0.0.1:3001",
      }),
    ).toEqual([]);
  });

  it("[CFG-001] [CFG-003] [CFG-004] [CFG-006] [CFG-007] [CFG-008] [CFG-009] [CFG-010] [CFG-011] [CFG-050] [CFG-115] [CFG-120] [CFG-122] [CFG-125] values are read", () => {
    const key = Buffer.alloc(32, 5);
    const config = parseConfig({
      PORT: "0",
      HOST: "::1",
      TRUST_PROXY: "10.0.0.0/8, 127.0.0.1",
      SHUTDOWN_DELAY: "0",
      SHUTDOWN_MOVE: "150",
      EGRESS_ALLOW: "127.0.0.1:9100,[::1]:9101,box.internal:8080,10.0.0.0/8,169.254.169.254",
      METRICS_TOKEN: "0123456789abcdef",
      SECRET_KEY: key.toString("base64"),
      DATA_DIR: "/srv/parlour data",
      DATABASE_URL: "postgres://u:p@db.internal/parlour",
      DATABASE_READ_URL: "postgres://u:p@standby.internal/parlour",
      PARLOUR_CONFIG: "parlour.yaml",
      LOG_LEVEL: "debug",
      LOG_FORMAT: "json",
      FILE_SCANNER: "clamd:///run/clamav/clamd.ctl",
      WHATSAPP_API_URL: "http://127.0.0.1:9102",
      MESSENGER_API_URL: "http://127.0.0.1:9103",
    });
    expect(config).toMatchObject({
      whatsappApiUrl: "http://127.0.0.1:9102",
      messengerApiUrl: "http://127.0.0.1:9103",
      viberApiUrl: "https://chatapi.viber.com/pa",
      fileScanner: { kind: "clamd", to: { path: "/run/clamav/clamd.ctl" } },
      telegramApiUrl: "https://api.telegram.org",
      port: 0,
      host: "::1",
      dataDir: "/srv/parlour data",
      databaseUrl: "postgres://u:p@db.internal/parlour",
      databaseReadUrl: "postgres://u:p@standby.internal/parlour",
      provisioningFile: "parlour.yaml",
      trustProxy: ["10.0.0.0/8", "127.0.0.1"],
      shutdownDelayMs: 0,
      shutdownMoveMs: 150_000,
      metricsToken: "0123456789abcdef",
      logLevel: "debug",
      logFormat: "json",
    });
    expect(config.egressAllow).toHaveLength(5);
    expect(config.secretKey?.equals(key)).toBe(true);
  });

  it("[CFG-015] every fault is one line with the variable, what it held and what is allowed; secrets are masked", () => {
    const faults = listConfigErrors({
      PORT: "80a",
      HOST: "not a host",
      PUBLIC_URL: "ftp://x",
      DATABASE_URL: "mysql://u:hunter2@h/d",
      SECRET_KEY: "c2hvcnQ=",
      TRUST_PROXY: "10.0.0.0/40",
      SHUTDOWN_DELAY: "301",
      SHUTDOWN_MOVE: "1.5",
      LOG_LEVEL: "loud",
      LOG_FORMAT: "xml",
      EGRESS_ALLOW: "127.0.0.1",
      METRICS_TOKEN: "tiny",
      PARLOUR_CONFG: "x.yaml",
      WEBHOOK_BASE_URL: "https://x/?a=1",
      REDIS_URL: "redis://:hunter2@cache/0?tls=1",
      WIDGET_BASE_URL: "https://u:hunter2@x/",
      FILE_SCANNER: "clamav:3310",
    });
    const named = faults.map((f) => f.split(":")[0]);
    expect(named).toEqual(
      expect.arrayContaining([
        "PORT",
        "HOST",
        "PUBLIC_URL",
        "DATABASE_URL",
        "SECRET_KEY",
        "TRUST_PROXY",
        "LOG_LEVEL",
        "LOG_FORMAT",
        "METRICS_TOKEN",
        "PARLOUR_CONFG",
        "WEBHOOK_BASE_URL",
        "REDIS_URL",
        "WIDGET_BASE_URL",
        "FILE_SCANNER",
      ]),
    );
    expect(faults).toContain('PORT: is set to "80a"; allowed: a whole number from 0 to 65535');
    expect(faults).toContain(
      "REDIS_URL: is set to a value that is not shown because it is secret; allowed: redis:// or rediss:// with a host and optional user, password, port and database number, or redis+sentinel:// with the hosts of the Sentinels and the name of the master",
    );
    expect(faults).toContain(
      "DATABASE_URL: is set to a value that is not shown because it is secret; allowed: postgres:// or postgresql:// with a host, or a primary and its standbys",
    );
    expect(
      faults
        .filter((f) =>
          /DATABASE_URL|REDIS_URL|SECRET_KEY|METRICS_TOKEN/.test(f.split(":")[0] ?? ""),
        )
        .join(" "),
    ).not.toMatch(/hunter2|c2hvcnQ|tiny|\d+ characters(?!\))/);
    expect(faults).toContain(
      'FILE_SCANNER: is set to "clamav:3310"; allowed: clamd://host:3310, clamd:///path/of/socket or icap://host:1344/service',
    );
    expect(listConfigErrors({ PUBLIC_URL: "https://example.test/chat" })).toHaveLength(1);
  });

  it("[CFG-121] the address of Telegram's Bot API", () => {
    expect(parseConfig({}).telegramApiUrl).toBe("https://api.telegram.org");
    const env = { TELEGRAM_API_URL: "http://10.0.0.9:8081/bots/" };
    expect(parseConfig(env).telegramApiUrl).toBe("http://10.0.0.9:8081/bots");
    expect(listConfigErrors({ TELEGRAM_API_URL: "api.telegram.org" })).toHaveLength(1);
  });

  it("[CFG-127] the address of Viber's API", () => {
    expect(parseConfig({}).viberApiUrl).toBe("https://chatapi.viber.com/pa");
    const env = { VIBER_API_URL: "http://127.0.0.1:4106/pa/" };
    expect(parseConfig(env).viberApiUrl).toBe("http://127.0.0.1:4106/pa");
    expect(listConfigErrors({ VIBER_API_URL: "chatapi.viber.com" })).toHaveLength(1);
  });

  it("[CFG-120] [CFG-015] a read replica needs the address of its primary", () => {
    const replica = "postgres://u:hunter2@standby.internal/parlour";
    expect(listConfigErrors({ DATABASE_READ_URL: replica })).toEqual([
      "DATABASE_READ_URL: is set; allowed: only together with DATABASE_URL",
    ]);
    expect(
      listConfigErrors({ DATABASE_URL: "postgres://db/p", DATABASE_READ_URL: "standby" }),
    ).toEqual([
      "DATABASE_READ_URL: is set to a value that is not shown because it is secret; allowed: postgres:// or postgresql:// with hosts, of which a standby is preferred, only together with DATABASE_URL",
    ]);
  });

  it("[CFG-123] [CFG-015] the SMTP receiver has a port and perhaps an address, and its certificate a key", () => {
    const read = (text: string) => parseConfig({ SMTP_LISTEN: text }).smtpListen;
    expect(read("25")).toEqual({ host: "0.0.0.0", port: 25 });
    expect(read("127.0.0.1:2525")).toEqual({ host: "127.0.0.1", port: 2525 });
    expect(read("[::]:25")).toEqual({ host: "::", port: 25 });
    for (const wrong of ["mail.example:25", "70000", "::1:25", "127.0.0.1:", "x"])
      expect(listConfigErrors({ SMTP_LISTEN: wrong }), wrong).toHaveLength(1);
    const tls = { SMTP_LISTEN: "25", SMTP_TLS: "/a/cert.pem, /a/key.pem" };
    expect(parseConfig(tls).smtpTls).toEqual({ cert: "/a/cert.pem", key: "/a/key.pem" });
    expect(listConfigErrors({ SMTP_LISTEN: "25", SMTP_TLS: "/a/cert.pem" })).toHaveLength(1);
    expect(listConfigErrors({ SMTP_TLS: tls.SMTP_TLS })).toEqual([
      "SMTP_TLS: is set; allowed: only together with SMTP_LISTEN",
    ]);
  });

  it("[CFG-005] REDIS_URL has a host, and optional user, password, port and database number", () => {
    const read = (url: string) => parseConfig({ REDIS_URL: url }).redis;
    expect(read("redis://cache")).toEqual({
      hosts: [{ host: "cache", port: 6379 }],
      sentinel: null,
      isTls: false,
      username: null,
      password: null,
      database: 0,
    });
    expect(read("rediss://ann:p@ss@[::1]:7000/3")).toEqual({
      hosts: [{ host: "::1", port: 7000 }],
      sentinel: null,
      isTls: true,
      username: "ann",
      password: "p@ss",
      database: 3,
    });
    for (const url of [
      "cache:6379",
      "http://cache",
      "redis://",
      "redis://cache:0",
      "redis://cache/x",
      "redis://cache/1?tls=1",
      "redis://:%zz@cache",
      "redis://cache,other",
    ])
      expect(listConfigErrors({ REDIS_URL: url }), url).toHaveLength(1);
  });

  it("[CFG-144] REDIS_URL names Sentinels and a master", () => {
    const read = (url: string) => parseConfig({ REDIS_URL: url }).redis;
    expect(read("redis+sentinel://:p%40ss@s1,s2:26380,[::1]:7000/mymaster")).toEqual({
      hosts: [
        { host: "s1", port: 26379 },
        { host: "s2", port: 26380 },
        { host: "::1", port: 7000 },
      ],
      sentinel: { master: "mymaster", username: null, password: null },
      isTls: false,
      username: null,
      password: "p@ss",
      database: 0,
    });
    expect(
      read("rediss+sentinel://ann:x@s1/main/3?sentinel_username=bob&sentinel_password=h%26u"),
    ).toMatchObject({
      sentinel: { master: "main", username: "bob", password: "h&u" },
      isTls: true,
      username: "ann",
      database: 3,
    });
    for (const url of [
      "redis+sentinel://s1",
      "redis+sentinel://s1/",
      "redis+sentinel://s1,/mymaster",
      "redis+sentinel://s1:0/mymaster",
      "redis+sentinel:///mymaster",
      "redis+sentinel://s1/mymaster/x",
      "redis+sentinel://s1/mymaster?tls=1",
      "sentinel://s1/mymaster",
    ])
      expect(listConfigErrors({ REDIS_URL: url }), url).toHaveLength(1);
  });

  it("[CFG-015] user and password in an address are not repeated", () => {
    expect(
      listConfigErrors({ PUBLIC_URL: "https://ann:hunter2@example.test" }).join(),
    ).not.toContain("hunter2");
  });

  it("[CFG-015] what an administrator may see shows secrets only as set or not set", () => {
    const shown = describeConfig({ SECRET_KEY: "abc", METRICS_TOKEN: "", PORT: "1" });
    expect(shown.find((s) => s.name === "SECRET_KEY")).toMatchObject({
      value: "set",
      isDefault: false,
    });
    expect(shown.find((s) => s.name === "METRICS_TOKEN")).toMatchObject({
      value: "not set",
      isDefault: true,
    });
    expect(shown.find((s) => s.name === "PORT")).toMatchObject({ value: "1" });
  });

  it("[CFG-003] [CFG-015] docs/operate/configuration.md lists exactly these variables with their defaults", () => {
    const page = readFileSync(
      new URL("../../../docs/operate/configuration.md", import.meta.url),
      "utf8",
    );
    const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| ([^|]+) \|/gm)].map(
      ([, name, value]) => `${name}: ${value?.trim()}`,
    );
    expect(rows.sort()).toEqual(
      Object.entries(environmentSettings)
        .map(([name, s]) => `${name}: ${s.default}`)
        .sort(),
    );
  });
});

describe("the log", () => {
  const write = (format: "json" | "pretty", fields: object, message: string): string => {
    let text = "";
    createLog({ level: "trace", format, out: { write: (line) => (text += line) } }).info(
      fields,
      message,
    );
    return text;
  };
  it("[CFG-009] is one JSON object per line, or one line for people", () => {
    expect(JSON.parse(write("json", { chat: 7 }, "chat.accepted"))).toMatchObject({
      level: "info",
      chat: 7,
      msg: "chat.accepted",
    });
    expect(write("pretty", { chat: 7, who: "a b" }, "chat.accepted")).toMatch(
      /^\d\d:\d\d:\d\d INFO  chat\.accepted chat=7 who=a b\n$/,
    );
  });
  it("[CFG-009] control and bidirectional characters cannot forge or turn a line", () => {
    for (const format of ["json", "pretty"] as const) {
      const text = write(format, { name: "a\nready http://evil\u001b[2J\u009b1m\u202e" }, "x");
      expect(text.split("\n")).toHaveLength(2);
      expect(text.slice(0, -1)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }
  });
  it("[CORE-125] secrets and texts of people are hidden by name", () => {
    const text = write(
      "json",
      {
        password: "p1",
        token: "p2",
        headers: { authorization: "p3", cookie: "p4" },
        message: { text: "p5" },
        databaseUrl: "p6",
      },
      "x",
    );
    expect(text).not.toMatch(/p[1-6]"/);
    expect(text).toContain("[hidden]");
  });
});
