/*
 * Preloaded into a process and its children: writes down their calls that change the disk below POWER_ROOT, in one order over all of them.
 *
 * Every record carries two numbers of one counter in shared memory: drawn before the call and after it. What ended before another call
 * began was done before it; two calls that overlap may have happened in either order. Records are read by `calls.ts`, which has the
 * layout; a call that it cannot model is recorded as such and makes it throw. Only calls that succeeded are recorded, and each goes to the
 * log by a single write to a file that is opened to append.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CREATE = 1, WRITE, RESIZE, ALLOCATE, SYNC, SYNC_ALL, RENAME, LINK, UNLINK, MKDIR, RMDIR, UNMODELLED };
enum { ZEROS = 1 };

struct record {
  uint32_t magic;
  uint8_t op, flags;
  uint16_t path_bytes;
  uint64_t begin, end, inode, at, length;
  uint32_t other_bytes, data_bytes, pid, unused;
};
_Static_assert(sizeof(struct record) == 64, "calls.ts reads records of 64 bytes");

/* Shared by all processes: the counter, and whether a record could not be written. */
struct shared {
  volatile uint64_t next, broken;
};
static struct shared *shared;
static int log_fd = -1;
static char root[PATH_MAX];
static size_t root_bytes;

#define REAL(name) ((__typeof__(&name))real_of(#name, &real_##name))
#define KEEP(name) static void *real_##name
static void *real_of(const char *name, void **kept) {
  if (*kept == NULL) *kept = dlsym(RTLD_NEXT, name);
  return *kept;
}
KEEP(open); KEEP(openat); KEEP(fopen); KEEP(fopen64); KEEP(fclose); KEEP(write); KEEP(writev); KEEP(pwrite); KEEP(pwrite64); KEEP(pwritev);
KEEP(pwritev64); KEEP(ftruncate); KEEP(ftruncate64); KEEP(truncate); KEEP(truncate64); KEEP(fallocate); KEEP(fallocate64);
KEEP(posix_fallocate); KEEP(posix_fallocate64); KEEP(fsync); KEEP(fdatasync); KEEP(syncfs); KEEP(sync); KEEP(rename); KEEP(link);
KEEP(unlinkat); KEEP(mkdir); KEEP(symlink); KEEP(mmap); KEEP(mmap64); KEEP(sendfile); KEEP(sendfile64); KEEP(copy_file_range);

__attribute__((constructor)) static void begin_recording(void) {
  const char *log = getenv("POWER_LOG"), *below = getenv("POWER_ROOT");
  if (log == NULL || below == NULL || strlen(below) >= sizeof root) return;
  char counter[PATH_MAX];
  if (snprintf(counter, sizeof counter, "%s.count", log) >= (int)sizeof counter) return;
  int fd = REAL(open)(counter, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *page = REAL(mmap)(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  int low = REAL(open)(log, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (page == MAP_FAILED || low < 0) return;
  /* Out of the way of programs that count on small numbers. */
  int high = fcntl(low, F_DUPFD_CLOEXEC, 900);
  log_fd = high < 0 ? low : high;
  if (high >= 0) close(low);
  strcpy(root, below);
  root_bytes = strlen(root);
  shared = page;
}

static uint64_t draw(void) { return __atomic_fetch_add(&shared->next, 1, __ATOMIC_SEQ_CST); }

/* ---- What is below the root ---- */

static int is_below(const char *path) {
  return strncmp(path, root, root_bytes) == 0 && (path[root_bytes] == '/' || path[root_bytes] == '\0');
}
static int path_of_fd(int fd, char *path) {
  char link_path[48];
  snprintf(link_path, sizeof link_path, "/proc/self/fd/%d", fd);
  ssize_t bytes = readlink(link_path, path, PATH_MAX - 1);
  if (bytes < 0) return 0;
  path[bytes] = '\0';
  return 1;
}
/* Whether it is a file (or a folder, when that is asked for) below the root. */
static int is_ours(int fd, struct stat *about, int or_folder) {
  if (shared == NULL) return 0;
  int kept = errno;
  char path[PATH_MAX];
  int ours = fstat(fd, about) == 0 && (S_ISREG(about->st_mode) || (or_folder && S_ISDIR(about->st_mode))) && path_of_fd(fd, path) &&
             is_below(path);
  errno = kept;
  return ours;
}
/* The whole path, without `.`, `..` and double strokes; answers whether it lies below the root. */
static int resolve(int folder, const char *given, char *path) {
  if (shared == NULL || given == NULL) return 0;
  int kept = errno;
  char joined[2 * PATH_MAX];
  joined[0] = '\0';
  if (given[0] != '/') {
    if (folder == AT_FDCWD ? getcwd(joined, PATH_MAX) == NULL : !path_of_fd(folder, joined)) {
      errno = kept;
      return 0;
    }
    strcat(joined, "/");
  }
  strncat(joined, given, PATH_MAX - 1);
  size_t bytes = 0;
  for (char *rest = joined, *part; (part = strtok_r(rest, "/", &rest)) != NULL;) {
    if (strcmp(part, ".") == 0) continue;
    if (strcmp(part, "..") == 0) {
      while (bytes > 0 && path[--bytes] != '/') continue;
      continue;
    }
    size_t more = strlen(part);
    if (bytes + more + 2 > PATH_MAX) return 0;
    path[bytes++] = '/';
    memcpy(path + bytes, part, more);
    bytes += more;
  }
  path[bytes] = '\0';
  errno = kept;
  return is_below(path);
}

/* ---- Records ---- */

static int all_zero(const struct iovec *parts, int count, size_t bytes) {
  for (int i = 0; i < count && bytes > 0; i++) {
    const unsigned char *part = parts[i].iov_base;
    size_t size = parts[i].iov_len < bytes ? parts[i].iov_len : bytes;
    if (size > 0 && (part[0] != 0 || memcmp(part, part + 1, size - 1) != 0)) return 0;
    bytes -= size;
  }
  return 1;
}
static void put(struct record *record, const char *path, const char *other, const struct iovec *parts, int count, size_t data) {
  int kept = errno;
  struct iovec all[IOV_MAX];
  int used = 0;
  size_t whole = sizeof *record;
  record->magic = 0x31525750;
  record->pid = (uint32_t)getpid();
  all[used++] = (struct iovec){record, sizeof *record};
  const char *paths[] = {path, other};
  for (int i = 0; i < 2; i++) {
    size_t bytes = paths[i] == NULL ? 0 : strlen(paths[i] + root_bytes);
    if (i == 0) record->path_bytes = (uint16_t)bytes;
    else record->other_bytes = (uint32_t)bytes;
    if (bytes > 0) all[used++] = (struct iovec){(char *)paths[i] + root_bytes, bytes};
    whole += bytes;
  }
  record->data_bytes = (uint32_t)data;
  whole += data;
  for (int i = 0; i < count && data > 0 && used < IOV_MAX; i++) {
    size_t size = parts[i].iov_len < data ? parts[i].iov_len : data;
    all[used++] = (struct iovec){parts[i].iov_base, size};
    data -= size;
  }
  if (data > 0 || REAL(writev)(log_fd, all, used) != (ssize_t)whole) shared->broken = 1;
  errno = kept;
}
static void put_name(int op, uint64_t begin, uint64_t inode, const char *path, const char *other) {
  struct record record = {.op = (uint8_t)op, .begin = begin, .end = draw(), .inode = inode};
  put(&record, path, other, NULL, 0, 0);
}
static void put_inode(int op, uint64_t begin, uint64_t inode, off_t length) {
  struct record record = {.op = (uint8_t)op, .begin = begin, .end = draw(), .inode = inode, .length = (uint64_t)length};
  put(&record, NULL, NULL, NULL, 0, 0);
}
static void unmodelled(const char *what) {
  char name[PATH_MAX + 64];
  snprintf(name, sizeof name, "%s%s", root, what);
  put_name(UNMODELLED, draw(), 0, name, NULL);
}
static void put_write(uint64_t begin, uint64_t inode, off_t at, const struct iovec *parts, int count, ssize_t done) {
  if (done <= 0) return;
  struct record record = {.op = WRITE, .begin = begin, .inode = inode, .at = (uint64_t)at, .length = (uint64_t)done};
  int zeros = all_zero(parts, count, (size_t)done);
  if (zeros) record.flags |= ZEROS;
  record.end = draw();
  put(&record, NULL, NULL, parts, count, zeros ? 0 : (size_t)done);
}

/* ---- Names ---- */

typedef int (*opener)(int, const char *, int, mode_t);
static int call_open(int folder, const char *path, int flags, mode_t mode) {
  (void)folder;
  return REAL(open)(path, flags, mode);
}
static int call_openat(int folder, const char *path, int flags, mode_t mode) { return REAL(openat)(folder, path, flags, mode); }

static int record_open(opener call, int folder, const char *given, int flags, mode_t mode) {
  char path[PATH_MAX];
  if ((flags & (O_CREAT | O_TRUNC | O_DSYNC)) == 0 || !resolve(folder, given, path)) return call(folder, given, flags, mode);
  if ((flags & O_DSYNC) != 0) unmodelled("open with O_SYNC or O_DSYNC");
  struct stat about;
  uint64_t begin = draw();
  int made = 0, fd;
  /* Whether the call makes the file is known only when it is asked to fail where there is one. */
  for (;;) {
    if ((flags & O_CREAT) != 0) {
      fd = call(folder, given, flags | O_EXCL, mode);
      made = fd >= 0;
      if (made || errno != EEXIST || (flags & O_EXCL) != 0) break;
    }
    fd = call(folder, given, flags & ~O_CREAT, mode);
    if (fd >= 0 || errno != ENOENT || (flags & O_CREAT) == 0) break;
  }
  if (fd < 0 || fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return fd;
  if (made) put_name(CREATE, begin, about.st_ino, path, NULL);
  else if ((flags & O_TRUNC) != 0) put_inode(RESIZE, begin, about.st_ino, 0);
  return fd;
}
#define MODE_OF(flags)                                     \
  mode_t mode = 0;                                         \
  if (((flags) & O_CREAT) != 0 || ((flags) & O_TMPFILE) == O_TMPFILE) { \
    va_list rest;                                          \
    va_start(rest, flags);                                 \
    mode = va_arg(rest, mode_t);                           \
    va_end(rest);                                          \
  }
int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  return record_open(call_open, AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE_OF(flags)
  return record_open(call_open, AT_FDCWD, path, flags | O_LARGEFILE, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  MODE_OF(flags)
  return record_open(call_openat, folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
  MODE_OF(flags)
  return record_open(call_openat, folder, path, flags | O_LARGEFILE, mode);
}

int rename(const char *from, const char *to) {
  char old_path[PATH_MAX], new_path[PATH_MAX];
  int from_ours = resolve(AT_FDCWD, from, old_path), to_ours = resolve(AT_FDCWD, to, new_path);
  if (!from_ours && !to_ours) return REAL(rename)(from, to);
  uint64_t begin = draw();
  int result = REAL(rename)(from, to);
  if (result != 0) return result;
  if (from_ours && to_ours) put_name(RENAME, begin, 0, old_path, new_path);
  else unmodelled("rename over the root's border");
  return result;
}
int link(const char *from, const char *to) {
  char old_path[PATH_MAX], new_path[PATH_MAX];
  int from_ours = resolve(AT_FDCWD, from, old_path), to_ours = resolve(AT_FDCWD, to, new_path);
  if (!from_ours && !to_ours) return REAL(link)(from, to);
  uint64_t begin = draw();
  int result = REAL(link)(from, to);
  if (result != 0) return result;
  if (from_ours && to_ours) put_name(LINK, begin, 0, old_path, new_path);
  else unmodelled("link over the root's border");
  return result;
}
int unlinkat(int folder, const char *given, int flags) {
  char path[PATH_MAX];
  if (!resolve(folder, given, path)) return REAL(unlinkat)(folder, given, flags);
  uint64_t begin = draw();
  int result = REAL(unlinkat)(folder, given, flags);
  if (result == 0) put_name((flags & AT_REMOVEDIR) != 0 ? RMDIR : UNLINK, begin, 0, path, NULL);
  return result;
}
int unlink(const char *given) { return unlinkat(AT_FDCWD, given, 0); }
int rmdir(const char *given) { return unlinkat(AT_FDCWD, given, AT_REMOVEDIR); }
int remove(const char *given) {
  struct stat about;
  if (lstat(given, &about) != 0) return -1;
  return unlinkat(AT_FDCWD, given, S_ISDIR(about.st_mode) ? AT_REMOVEDIR : 0);
}
int mkdir(const char *given, mode_t mode) {
  char path[PATH_MAX];
  struct stat about;
  if (!resolve(AT_FDCWD, given, path)) return REAL(mkdir)(given, mode);
  uint64_t begin = draw();
  int result = REAL(mkdir)(given, mode);
  if (result == 0 && lstat(path, &about) == 0) put_name(MKDIR, begin, about.st_ino, path, NULL);
  return result;
}
int symlink(const char *target, const char *given) {
  char path[PATH_MAX];
  if (resolve(AT_FDCWD, given, path)) unmodelled("symlink");
  return REAL(symlink)(target, given);
}

/* ---- Bytes ---- */

#define POSITIONED(parts, count, offset, invocation)                 \
  struct stat about;                                                 \
  if (!is_ours(fd, &about, 0)) return invocation;                    \
  uint64_t begin = draw();                                           \
  ssize_t done = invocation;                                         \
  put_write(begin, about.st_ino, offset, parts, count, done);    \
  return done;

ssize_t pwrite(int fd, const void *data, size_t bytes, off_t at) {
  struct iovec part = {(void *)data, bytes};
  POSITIONED(&part, 1, at, REAL(pwrite)(fd, data, bytes, at))
}
ssize_t pwrite64(int fd, const void *data, size_t bytes, off64_t at) {
  struct iovec part = {(void *)data, bytes};
  POSITIONED(&part, 1, at, REAL(pwrite64)(fd, data, bytes, at))
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  POSITIONED(parts, count, at, REAL(pwritev)(fd, parts, count, at))
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  POSITIONED(parts, count, at, REAL(pwritev64)(fd, parts, count, at))
}
/* The place that a call without one wrote to is known after it, also where the file is opened to append. */
static ssize_t record_sequential(int fd, const struct iovec *parts, int count, int single) {
  struct stat about;
  int ours = fd != log_fd && is_ours(fd, &about, 0);
  uint64_t begin = ours ? draw() : 0;
  ssize_t done = single ? REAL(write)(fd, parts->iov_base, parts->iov_len) : REAL(writev)(fd, parts, count);
  if (ours && done > 0) put_write(begin, about.st_ino, lseek(fd, 0, SEEK_CUR) - done, parts, count, done);
  return done;
}
ssize_t write(int fd, const void *data, size_t bytes) {
  struct iovec part = {(void *)data, bytes};
  return record_sequential(fd, &part, 1, 1);
}
ssize_t writev(int fd, const struct iovec *parts, int count) { return record_sequential(fd, parts, count, 0); }

#define ON_FILE(op, length, invocation)                              \
  struct stat about;                                                 \
  if (!is_ours(fd, &about, 0)) return invocation;                    \
  uint64_t begin = draw();                                           \
  int result = invocation;                                           \
  if (result == 0) put_inode(op, begin, about.st_ino, length);       \
  return result;

int ftruncate(int fd, off_t size) { ON_FILE(RESIZE, size, REAL(ftruncate)(fd, size)) }
int ftruncate64(int fd, off64_t size) { ON_FILE(RESIZE, size, REAL(ftruncate64)(fd, size)) }
int posix_fallocate(int fd, off_t at, off_t bytes) { ON_FILE(ALLOCATE, at + bytes, REAL(posix_fallocate)(fd, at, bytes)) }
int posix_fallocate64(int fd, off64_t at, off64_t bytes) { ON_FILE(ALLOCATE, at + bytes, REAL(posix_fallocate64)(fd, at, bytes)) }
int fallocate(int fd, int mode, off_t at, off_t bytes) {
  struct stat ignored;
  if (mode != 0 && is_ours(fd, &ignored, 0)) unmodelled("fallocate with a mode");
  ON_FILE(ALLOCATE, at + bytes, REAL(fallocate)(fd, mode, at, bytes))
}
int fallocate64(int fd, int mode, off64_t at, off64_t bytes) {
  struct stat ignored;
  if (mode != 0 && is_ours(fd, &ignored, 0)) unmodelled("fallocate with a mode");
  ON_FILE(ALLOCATE, at + bytes, REAL(fallocate64)(fd, mode, at, bytes))
}
static int record_truncate(const char *given, off_t size, int (*call)(const char *, off_t)) {
  char path[PATH_MAX];
  struct stat about;
  if (!resolve(AT_FDCWD, given, path) || stat(path, &about) != 0) return call(given, size);
  uint64_t begin = draw();
  int result = call(given, size);
  if (result == 0) put_inode(RESIZE, begin, about.st_ino, size);
  return result;
}
int truncate(const char *given, off_t size) { return record_truncate(given, size, REAL(truncate)); }
int truncate64(const char *given, off64_t size) { return record_truncate(given, size, REAL(truncate64)); }

/* Streams write inside the C library, where nothing is seen: what a stream left in its file is recorded as one write when it is closed. */
static void *record_fopen(const char *given, const char *mode, int wide) {
  char path[PATH_MAX];
  struct stat about;
  if (mode[0] == 'r' || !resolve(AT_FDCWD, given, path)) return wide ? REAL(fopen64)(given, mode) : REAL(fopen)(given, mode);
  uint64_t begin = draw();
  int was_there = stat(path, &about) == 0;
  FILE *stream = wide ? REAL(fopen64)(given, mode) : REAL(fopen)(given, mode);
  if (stream == NULL || fstat(fileno(stream), &about) != 0) return stream;
  if (!was_there) put_name(CREATE, begin, about.st_ino, path, NULL);
  else if (mode[0] == 'w') put_inode(RESIZE, begin, about.st_ino, 0);
  return stream;
}
FILE *fopen(const char *path, const char *mode) { return record_fopen(path, mode, 0); }
FILE *fopen64(const char *path, const char *mode) { return record_fopen(path, mode, 1); }

static void record_stream(FILE *stream) {
  int fd = fileno(stream);
  struct stat about;
  char name[48];
  if (fd < 0 || (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY || !is_ours(fd, &about, 0)) return;
  if (fflush(stream) != 0 || fstat(fd, &about) != 0 || about.st_size == 0) return;
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  struct iovec part = {malloc((size_t)about.st_size), (size_t)about.st_size};
  int again = REAL(open)(name, O_RDONLY | O_CLOEXEC);
  if (again < 0 || part.iov_base == NULL || pread(again, part.iov_base, part.iov_len, 0) != about.st_size) unmodelled("stream");
  else put_write(draw(), about.st_ino, 0, &part, 1, about.st_size);
  if (again >= 0) close(again);
  free(part.iov_base);
}
int fclose(FILE *stream) {
  if (shared != NULL) record_stream(stream);
  return REAL(fclose)(stream);
}

/* ---- What makes it last ---- */

#define ON_ANY(op, invocation)                                       \
  struct stat about;                                                 \
  if (!is_ours(fd, &about, 1)) return invocation;                    \
  uint64_t begin = draw();                                           \
  int result = invocation;                                           \
  if (result == 0) put_inode(op, begin, about.st_ino, 0);            \
  return result;

int fsync(int fd) { ON_ANY(SYNC, REAL(fsync)(fd)) }
int fdatasync(int fd) { ON_ANY(SYNC, REAL(fdatasync)(fd)) }
int syncfs(int fd) { ON_ANY(SYNC_ALL, REAL(syncfs)(fd)) }
void sync(void) {
  uint64_t begin = shared == NULL ? 0 : draw();
  REAL(sync)();
  if (shared != NULL) put_inode(SYNC_ALL, begin, 0, 0);
}

/* ---- What is not modelled: the test fails by it ---- */

void *mmap(void *where, size_t bytes, int protection, int flags, int fd, off_t at) {
  struct stat about;
  if (fd >= 0 && (protection & PROT_WRITE) != 0 && (flags & MAP_SHARED) != 0 && is_ours(fd, &about, 0)) unmodelled("mmap");
  return REAL(mmap)(where, bytes, protection, flags, fd, at);
}
void *mmap64(void *where, size_t bytes, int protection, int flags, int fd, off64_t at) {
  struct stat about;
  if (fd >= 0 && (protection & PROT_WRITE) != 0 && (flags & MAP_SHARED) != 0 && is_ours(fd, &about, 0)) unmodelled("mmap");
  return REAL(mmap64)(where, bytes, protection, flags, fd, at);
}
ssize_t sendfile(int to, int from, off_t *at, size_t bytes) {
  struct stat about;
  if (is_ours(to, &about, 0)) unmodelled("sendfile");
  return REAL(sendfile)(to, from, at, bytes);
}
ssize_t sendfile64(int to, int from, off64_t *at, size_t bytes) {
  struct stat about;
  if (is_ours(to, &about, 0)) unmodelled("sendfile");
  return REAL(sendfile64)(to, from, at, bytes);
}
ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t bytes, unsigned flags) {
  struct stat about;
  if (is_ours(to, &about, 0)) unmodelled("copy_file_range");
  return REAL(copy_file_range)(from, from_at, to, to_at, bytes, flags);
}
