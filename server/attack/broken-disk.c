/*
 * Preloaded by broken-disk.ts into a program and all that it starts: a disk that is full, that fails to write back, or
 * that keeps only what was synced. What it does is told by files in the folder BROKEN_DISK:
 *   full    holds a path: nothing under it grows (ENOSPC)
 *   failing holds a path: nothing under it can be synced (EIO)
 *   cached  holds a path: what is written under it is kept in undo/ and names/ until it is synced
 *   off     the power has failed: whoever writes or syncs waits for its end
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REAL(name, ...)                 \
  static __typeof__(__VA_ARGS__) real = 0; \
  if (!real) real = (__typeof__(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static char *control, *library;

__attribute__((constructor)) static void begin(void) {
  const char *at = getenv("BROKEN_DISK"), *preload = getenv("LD_PRELOAD");
  if (at) control = strdup(at);
  if (preload) library = strdup(preload);
}

/* The product gives PostgreSQL an environment of its own; it lies on the same disk all the same. */
int execvp(const char *file, char *const words[]) {
  REAL("execvp", int (*)(const char *, char *const[]));
  if (library) setenv("LD_PRELOAD", library, 1);
  if (control) setenv("BROKEN_DISK", control, 1);
  return real(file, words);
}

static int raw_open(const char *path, int flags, mode_t mode) {
  REAL("open", int (*)(const char *, int, ...));
  return real(path, flags, mode);
}
static ssize_t raw_write(int fd, const void *bytes, size_t n) {
  REAL("write", ssize_t (*)(int, const void *, size_t));
  return real(fd, bytes, n);
}

/* Whether the state `name` holds for a path. */
static int holds(const char *name, const char *path) {
  char at[PATH_MAX], place[PATH_MAX];
  if (!control || !path[0]) return 0;
  snprintf(at, sizeof at, "%s/%s", control, name);
  int fd = raw_open(at, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0) return 0;
  ssize_t n = read(fd, place, sizeof place - 1);
  close(fd);
  if (n <= 0) return 0;
  place[n] = 0;
  return strncmp(path, place, n) == 0;
}

static void wait_without_power(void) {
  char at[PATH_MAX];
  if (!control) return;
  snprintf(at, sizeof at, "%s/off", control);
  while (access(at, F_OK) == 0) usleep(1000000);
}

static const char *path_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, path, PATH_MAX - 1);
  path[n > 0 ? n : 0] = 0;
  return path;
}

static const char *absolute(const char *name, char *path) {
  if (name[0] == '/' || !getcwd(path, PATH_MAX)) return strcpy(path, name);
  size_t n = strlen(path);
  snprintf(path + n, PATH_MAX - n, "/%s", name);
  return path;
}

/* The notes of what is not synced yet, locked; -1 where there are none and none are to be made. */
static int notes_of(const char *kind, ino_t inode, int make) {
  char at[PATH_MAX];
  snprintf(at, sizeof at, "%s/%s/%lu", control, kind, (unsigned long)inode);
  int fd = raw_open(at, O_RDWR | O_APPEND | O_CLOEXEC | (make ? O_CREAT : 0), 0666);
  if (fd < 0) return -1;
  if (make) fchmod(fd, 0666);
  flock(fd, LOCK_EX);
  return fd;
}

struct note {
  off_t at;
  off_t kept;
  off_t size;
};

/* Notes what lies in a span that is about to be written, and the size of the file. */
static int note_span(int fd, off_t at, off_t n) {
  struct stat now;
  if (fstat(fd, &now) || !S_ISREG(now.st_mode)) return -1;
  int notes = notes_of("undo", now.st_ino, 1);
  if (notes < 0) return -1;
  struct note note = {at, at < now.st_size ? (at + n < now.st_size ? n : now.st_size - at) : 0, now.st_size};
  char *all = malloc(sizeof note + note.kept);
  memcpy(all, &note, sizeof note);
  if (note.kept) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    /* Opened again: it may be open for writing alone. */
    int reader = raw_open(path, O_RDONLY | O_CLOEXEC, 0);
    for (off_t done = 0, some; done < note.kept; done += some)
      if ((some = pread(reader, all + sizeof note + done, note.kept - done, at + done)) <= 0) abort();
    close(reader);
  }
  if (raw_write(notes, all, sizeof note + note.kept) != (ssize_t)(sizeof note + note.kept)) abort();
  free(all);
  return notes;
}

/* Before a write: -1 and errno when the disk refuses it, else the notes to close after it, or -2. */
static int before_write(int fd, off_t at, off_t n) {
  char path[PATH_MAX];
  struct stat now;
  if (!control || fstat(fd, &now) || !S_ISREG(now.st_mode)) return -2;
  wait_without_power();
  path_of(fd, path);
  if (at < 0) at = fcntl(fd, F_GETFL) & O_APPEND ? now.st_size : lseek(fd, 0, SEEK_CUR);
  if (at + n > now.st_size && holds("full", path)) {
    errno = ENOSPC;
    return -1;
  }
  if (!holds("cached", path)) return -2;
  int notes = note_span(fd, at, n);
  return notes < 0 ? -2 : notes;
}

#define GUARDED(at, n, call)               \
  int notes = before_write(fd, at, n);     \
  if (notes == -1) return -1;              \
  ssize_t done = call;                     \
  if (notes >= 0) {                        \
    int kept = errno;                      \
    close(notes);                          \
    errno = kept;                          \
  }                                        \
  return done

static off_t length_of(const struct iovec *parts, int n) {
  off_t sum = 0;
  for (int i = 0; i < n; i++) sum += parts[i].iov_len;
  return sum;
}

ssize_t write(int fd, const void *bytes, size_t n) { GUARDED(-1, n, raw_write(fd, bytes, n)); }
ssize_t writev(int fd, const struct iovec *parts, int n) {
  REAL("writev", ssize_t (*)(int, const struct iovec *, int));
  GUARDED(-1, length_of(parts, n), real(fd, parts, n));
}
ssize_t pwrite64(int fd, const void *bytes, size_t n, off_t at) {
  REAL("pwrite64", ssize_t (*)(int, const void *, size_t, off_t));
  GUARDED(at, n, real(fd, bytes, n, at));
}
ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at) { return pwrite64(fd, bytes, n, at); }
ssize_t pwritev64(int fd, const struct iovec *parts, int n, off_t at) {
  REAL("pwritev64", ssize_t (*)(int, const struct iovec *, int, off_t));
  GUARDED(at, length_of(parts, n), real(fd, parts, n, at));
}
ssize_t pwritev(int fd, const struct iovec *parts, int n, off_t at) { return pwritev64(fd, parts, n, at); }

int ftruncate64(int fd, off_t size) {
  REAL("ftruncate64", int (*)(int, off_t));
  struct stat now;
  off_t cut = fstat(fd, &now) == 0 && size < now.st_size ? now.st_size - size : 0;
  GUARDED(size, cut, real(fd, size));
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int fallocate64(int fd, int mode, off_t at, off_t n) {
  REAL("fallocate64", int (*)(int, int, off_t, off_t));
  GUARDED(at, n, real(fd, mode, at, n));
}
int fallocate(int fd, int mode, off_t at, off_t n) { return fallocate64(fd, mode, at, n); }
int posix_fallocate64(int fd, off_t at, off_t n) {
  REAL("posix_fallocate64", int (*)(int, off_t, off_t));
  int notes = before_write(fd, at, n);
  if (notes == -1) return ENOSPC;
  int failed = real(fd, at, n);
  if (notes >= 0) close(notes);
  return failed;
}
int posix_fallocate(int fd, off_t at, off_t n) { return posix_fallocate64(fd, at, n); }

/* Not with what is there: it would pass by what is noted here. */
ssize_t copy_file_range(int from, off_t *from_at, int to, off_t *to_at, size_t n, unsigned flags) {
  (void)from, (void)from_at, (void)to, (void)to_at, (void)n, (void)flags;
  errno = ENOSYS;
  return -1;
}

static int opened(const char *path, int flags, mode_t mode) {
  char full[PATH_MAX];
  if (control && flags & (O_CREAT | O_TRUNC)) {
    wait_without_power();
    if (holds("cached", absolute(path, full))) {
      if (access(full, F_OK) == 0 && flags & O_TRUNC) {
        struct stat now;
        int fd = raw_open(full, O_RDWR | O_CLOEXEC, 0);
        if (fd >= 0 && fstat(fd, &now) == 0 && now.st_size > 0) close(note_span(fd, 0, now.st_size));
        if (fd >= 0) close(fd);
      } else if (access(full, F_OK) != 0) {
        struct stat made;
        int fd = raw_open(path, flags, mode);
        /* The number of a file that is gone may come again. */
        if (fd >= 0 && fstat(fd, &made) == 0) {
          char at[PATH_MAX];
          snprintf(at, sizeof at, "%s/undo/%lu", control, (unsigned long)made.st_ino);
          unlink(at);
        }
        return fd;
      }
    }
  }
  return raw_open(path, flags, mode);
}

#define OPEN(name)                              \
  int name(const char *path, int flags, ...) {  \
    va_list more;                               \
    va_start(more, flags);                      \
    mode_t mode = va_arg(more, mode_t);         \
    va_end(more);                               \
    return opened(path, flags, mode);           \
  }
OPEN(open)
OPEN(open64)

/* Notes a change of the names in a folder: "nanoseconds kind path other kept". */
static void note_name(const char *kind, const char *path, const char *other, const char *kept) {
  char folder[PATH_MAX], line[4 * PATH_MAX];
  struct stat now;
  struct timespec at;
  strcpy(folder, path);
  if (stat(dirname(folder), &now)) return;
  int notes = notes_of("names", now.st_ino, 1);
  if (notes < 0) return;
  clock_gettime(CLOCK_REALTIME, &at);
  int n = snprintf(line, sizeof line, "%ld%09ld\t%s\t%s\t%s\t%s\n", (long)at.tv_sec, at.tv_nsec, kind, path, other, kept);
  if (raw_write(notes, line, n) != n) abort();
  close(notes);
}

int rename(const char *from, const char *to) {
  REAL("rename", int (*)(const char *, const char *));
  char here[PATH_MAX], there[PATH_MAX], kept[PATH_MAX] = "";
  if (!control) return real(from, to);
  wait_without_power();
  if (!holds("cached", absolute(to, there))) return real(from, to);
  absolute(from, here);
  if (access(there, F_OK) == 0) {
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    snprintf(kept, sizeof kept, "%s/kept/%ld%09ld-%d", control, (long)at.tv_sec, at.tv_nsec, getpid());
    if (link(there, kept)) kept[0] = 0;
  }
  note_name("rename", there, here, kept);
  return real(from, to);
}

int mkdir(const char *path, mode_t mode) {
  REAL("mkdir", int (*)(const char *, mode_t));
  char full[PATH_MAX];
  wait_without_power();
  int failed = real(path, mode);
  if (!failed && control && holds("cached", absolute(path, full))) note_name("mkdir", full, "", "");
  return failed;
}

/* Instead of syncing, which is slow here and of no use: the notes are given up. */
static int synced(int fd, int (*real)(int)) {
  char path[PATH_MAX];
  if (!control) return real(fd);
  wait_without_power();
  path_of(fd, path);
  if (holds("failing", path)) {
    errno = EIO;
    return -1;
  }
  struct stat now;
  if (!holds("cached", path) || fstat(fd, &now)) return real(fd);
  int notes = notes_of(S_ISDIR(now.st_mode) ? "names" : "undo", now.st_ino, 0);
  if (notes < 0) return 0;
  int failed = ftruncate(notes, 0);
  close(notes);
  return failed;
}
int fsync(int fd) {
  REAL("fsync", int (*)(int));
  return synced(fd, real);
}
int fdatasync(int fd) {
  REAL("fdatasync", int (*)(int));
  return synced(fd, real);
}
