/* Preloaded by clocks.attack.ts: the wall clock of a program and of all it starts is MOVED_CLOCK_S seconds ahead. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long ahead_s(void) {
  static long known = 0;
  static int is_known = 0;
  if (!is_known) {
    const char *said = getenv("MOVED_CLOCK_S");
    known = said ? atol(said) : 0;
    is_known = 1;
  }
  return known;
}

int clock_gettime(clockid_t which, struct timespec *at) {
  static int (*real)(clockid_t, struct timespec *) = 0;
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int failed = real(which, at);
  if (!failed && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) at->tv_sec += ahead_s();
  return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  struct timespec now;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *kept) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (kept) *kept = now.tv_sec;
  return now.tv_sec;
}

/* The product gives PostgreSQL an environment of its own; it must have the same clock all the same. */
static char *kept_library, *kept_ahead;

__attribute__((constructor)) static void keep(void) {
  const char *library = getenv("LD_PRELOAD"), *ahead = getenv("MOVED_CLOCK_S");
  if (library) kept_library = strdup(library);
  if (ahead) kept_ahead = strdup(ahead);
}

int execvp(const char *file, char *const words[]) {
  int (*real)(const char *, char *const[]) = (int (*)(const char *, char *const[]))dlsym(RTLD_NEXT, "execvp");
  if (kept_library) setenv("LD_PRELOAD", kept_library, 1);
  if (kept_ahead) setenv("MOVED_CLOCK_S", kept_ahead, 1);
  return real(file, words);
}
