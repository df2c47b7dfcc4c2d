/*
 * Sends POST requests in a closed loop: each of its connections writes the next request when it has
 * the response of the last one. Confirms the load generator of the benchmark with a program that
 * shares no code, language or runtime with it.
 *
 * post-load PORT PATH CONNECTIONS MS FIRST_NUMBER TEXT
 *
 * FIRST_NUMBER is the number of the first message of each connection. Prints one line of JSON: all
 * requests, those answered in time per second, and their p50 and p99 in ms. Ends with 1 if a request
 * was not answered with 200.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MAX_REQUEST = 4096, MAX_RESPONSE = 16384 };

struct connection {
  int fd, sender, received, length;
  long number;
  double started_at;
  char request[MAX_REQUEST], response[MAX_RESPONSE + 1];
};

static const char *path, *text;
static long sent;

static void fail_with(const char *what, const char *why) {
  fprintf(stderr, "post-load: %s: %s\n", what, why);
  exit(1);
}

static void fail(const char *what) {
  fail_with(what, strerror(errno));
}

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void send_next(struct connection *c) {
  char body[MAX_REQUEST / 2];
  int body_length = snprintf(body, sizeof body,
    "{\"sender\":{\"id\":\"c%d\",\"name\":\"Customer %d\",\"email\":\"c%d@example.test\"},"
    "\"message\":{\"type\":\"text\",\"id\":\"m%ld\",\"text\":\"%s %d-%ld\"}}",
    c->sender, c->sender, c->sender, c->number, text, c->sender, c->number);
  if (body_length >= (int)sizeof body) fail_with("request", "text too long");
  int length = snprintf(c->request, sizeof c->request,
    "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
    path, body_length, body);
  c->number++;
  sent++;
  c->received = c->length = 0;
  c->started_at = now_ms();
  /* A request is far smaller than the socket's buffer, which is empty. */
  if (write(c->fd, c->request, length) != length) fail("write");
}

/* Reads what arrived. Returns whether the response is whole. */
static int read_response(struct connection *c) {
  ssize_t n = read(c->fd, c->response + c->received, MAX_RESPONSE - c->received);
  if (n <= 0) fail("read");
  c->received += n;
  c->response[c->received] = 0;
  if (c->length == 0) {
    char *end = strstr(c->response, "\r\n\r\n");
    if (end == NULL) return 0;
    if (strncmp(c->response + 9, "200", 3) != 0) fail_with("refused", c->response);
    char *length = strcasestr(c->response, "\r\ncontent-length:");
    if (length == NULL) fail_with("response", "no content-length");
    c->length = end + 4 - c->response + atoi(length + 17);
    if (c->length > MAX_RESPONSE) fail_with("response", "too long");
  }
  return c->received >= c->length;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
  if (argc != 7) {
    fprintf(stderr, "post-load PORT PATH CONNECTIONS MS FIRST_NUMBER TEXT\n");
    return 2;
  }
  path = argv[2];
  text = argv[6];
  int count = atoi(argv[3]), events = epoll_create1(0);
  double ms = atof(argv[4]);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[1]))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct connection *all = calloc(count, sizeof *all);
  size_t capacity = 1 << 20, accepted = 0;
  double *latencies = malloc(capacity * sizeof *latencies);
  if (all == NULL || latencies == NULL || events < 0) fail("start");
  for (int i = 0; i < count; i++) {
    struct connection *c = &all[i];
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
    int one = 1;
    c->sender = i;
    c->number = atol(argv[5]);
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (epoll_ctl(events, EPOLL_CTL_ADD, c->fd, &event) < 0) fail("epoll");
  }
  double end = now_ms() + ms;
  int open = count;
  for (int i = 0; i < count; i++) send_next(&all[i]);
  while (open > 0) {
    struct epoll_event ready[256];
    int n = epoll_wait(events, ready, 256, 10000);
    if (n == 0) fail_with("response", "none for 10 s");
    if (n < 0 && errno != EINTR) fail("epoll");
    for (int i = 0; i < n; i++) {
      struct connection *c = ready[i].data.ptr;
      if (!read_response(c)) continue;
      double now = now_ms();
      if (now <= end) {
        if (accepted == capacity) latencies = realloc(latencies, (capacity *= 2) * sizeof *latencies);
        if (latencies == NULL) fail("memory");
        latencies[accepted++] = now - c->started_at;
      }
      if (now < end) {
        send_next(c);
      } else {
        close(c->fd);
        open--;
      }
    }
  }
  qsort(latencies, accepted, sizeof *latencies, by_value);
  double p50 = accepted > 0 ? latencies[accepted / 2] : 0, p99 = accepted > 0 ? latencies[accepted * 99 / 100] : 0;
  printf("{\"sent\":%ld,\"perSecond\":%.1f,\"p50\":%.4f,\"p99\":%.4f}\n", sent, accepted * 1e3 / ms, p50, p99);
  return accepted == 0;
}
