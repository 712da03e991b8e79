/* Preloaded into a process: notes in a journal what is done to the files of one folder, in order.
 *
 * FORGETFUL_FOLDER is the folder (a real path), FORGETFUL_JOURNAL a file elsewhere. forgetful_disk.py reads the
 * journal and rebuilds the folder as a power cut would leave it. A file is named by its inode, as it is synced by a
 * descriptor, whatever its name is by then. The index of a log (-shm) is left out: SQLite makes it anew.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define SYNC_TAKES 1000 /* microseconds, so that others queue up for the next commit */
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

struct record {
  char kind[8];
  uint64_t inode, one, two, length;
};

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static const char *folder;
static int journal = -1;

__attribute__((constructor)) static void begin(void) {
  folder = getenv("FORGETFUL_FOLDER");
  if (folder) journal = REAL(open)(getenv("FORGETFUL_JOURNAL"), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (folder && journal < 0) abort();
}

static void lock(void) { pthread_mutex_lock(&one_at_a_time); }

static void unlock(void) {
  int error = errno;
  pthread_mutex_unlock(&one_at_a_time);
  errno = error;
}

static void note(char kind, uint64_t inode, uint64_t one, uint64_t two, const void *bytes, size_t length) {
  struct record record = {{kind}, inode, one, two, length};
  struct iovec parts[] = {{&record, sizeof record}, {(void *)bytes, length}};
  if (writev(journal, parts, 2) != (ssize_t)(sizeof record + length)) abort();
}

static int is_ours(const char *path) {
  size_t length = folder ? strlen(folder) : 0;
  if (!length || strncmp(path, folder, length) || (path[length] && path[length] != '/')) return 0;
  return !strstr(path + length, "-shm");
}

/* The inode of an open file of the folder; 0 for any other. */
static uint64_t file_of(int descriptor) {
  char link[64], path[PATH_MAX];
  struct stat found;
  if (!folder) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_ours(path) && !fstat(descriptor, &found) ? found.st_ino : 0;
}

struct entry {
  uint64_t folder; /* its inode, 0 if it is not ours */
  uint64_t inode;  /* 0 if there is nothing of that name */
  char name[PATH_MAX];
};

static struct entry entry_of(int at, const char *path) {
  struct entry entry = {0};
  struct stat found;
  char typed[PATH_MAX], parent[PATH_MAX];
  if (!folder) return entry;
  if (at == AT_FDCWD || path[0] == '/') snprintf(typed, sizeof typed, "%s", path);
  else snprintf(typed, sizeof typed, "/proc/self/fd/%d/%s", at, path);
  for (size_t length = strlen(typed); length > 1 && typed[length - 1] == '/'; length--) typed[length - 1] = 0;
  char *slash = strrchr(typed, '/');
  snprintf(entry.name, sizeof entry.name, "%s", slash ? slash + 1 : typed);
  if (slash) slash[slash == typed] = 0;
  if (!realpath(slash ? typed : ".", parent) || !is_ours(parent)) return entry;
  if (strstr(entry.name, "-shm") || stat(parent, &found)) return entry;
  entry.folder = found.st_ino;
  entry.inode = fstatat(at, path, &found, AT_SYMLINK_NOFOLLOW) ? 0 : found.st_ino;
  return entry;
}

static void note_entry(char kind, uint64_t inode, struct entry *entry) {
  note(kind, inode, entry->folder, 0, entry->name, strlen(entry->name));
}

static int opened(int at, const char *path, int flags, mode_t mode) {
  if (!folder || !(flags & (O_CREAT | O_TRUNC))) return REAL(openat)(at, path, flags, mode);
  lock();
  struct entry entry = entry_of(at, path);
  int descriptor = REAL(openat)(at, path, flags, mode);
  if (entry.folder && descriptor >= 0) {
    uint64_t inode = file_of(descriptor);
    if (!entry.inode) note_entry('C', inode, &entry);
    else if (flags & O_TRUNC) note('T', inode, 0, 0, "", 0);
  }
  unlock();
  return descriptor;
}

#define OPEN(name, parameters, at)                       \
  int name parameters {                                  \
    va_list more;                                        \
    va_start(more, flags);                               \
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
    va_end(more);                                        \
    return opened(at, path, flags, mode);                \
  }

OPEN(open, (const char *path, int flags, ...), AT_FDCWD)
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD)
OPEN(openat, (int at, const char *path, int flags, ...), at)
OPEN(openat64, (int at, const char *path, int flags, ...), at)

ssize_t write(int descriptor, const void *bytes, size_t length) {
  uint64_t inode = file_of(descriptor);
  if (!inode) return REAL(write)(descriptor, bytes, length);
  lock();
  struct stat found;
  int appends = fcntl(descriptor, F_GETFL) & O_APPEND && !fstat(descriptor, &found);
  off_t offset = appends ? found.st_size : lseek(descriptor, 0, SEEK_CUR);
  ssize_t written = REAL(write)(descriptor, bytes, length);
  if (written > 0) note('W', inode, offset, 0, bytes, written);
  unlock();
  return written;
}

static ssize_t written_at(int descriptor, const void *bytes, size_t length, off64_t offset) {
  uint64_t inode = file_of(descriptor);
  if (!inode) return REAL(pwrite64)(descriptor, bytes, length, offset);
  lock();
  ssize_t written = REAL(pwrite64)(descriptor, bytes, length, offset);
  if (written > 0) note('W', inode, offset, 0, bytes, written);
  unlock();
  return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
  return written_at(descriptor, bytes, length, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
  return written_at(descriptor, bytes, length, offset);
}

static int cut(int descriptor, off64_t length) {
  uint64_t inode = file_of(descriptor);
  if (!inode) return REAL(ftruncate64)(descriptor, length);
  lock();
  int result = REAL(ftruncate64)(descriptor, length);
  if (!result) note('T', inode, length, 0, "", 0);
  unlock();
  return result;
}

int ftruncate(int descriptor, off_t length) { return cut(descriptor, length); }
int ftruncate64(int descriptor, off64_t length) { return cut(descriptor, length); }

/* What copies without write() is refused: programs then read and write. */
ssize_t sendfile64(int out, int in, off64_t *offset, size_t count) {
  if (!file_of(out)) return REAL(sendfile64)(out, in, offset, count);
  errno = EINVAL;
  return -1;
}

ssize_t sendfile(int out, int in, off_t *offset, size_t count) { return sendfile64(out, in, offset, count); }

ssize_t copy_file_range(int in, off64_t *from, int out, off64_t *to, size_t count, unsigned flags) {
  if (!file_of(out)) return REAL(copy_file_range)(in, from, out, to, count, flags);
  errno = EINVAL;
  return -1;
}

static int synced(int descriptor, int (*sync)(int)) {
  uint64_t inode = file_of(descriptor);
  if (!inode) return sync(descriptor);
  lock();
  usleep(SYNC_TAKES);
  note('S', inode, 0, 0, "", 0);
  unlock();
  return 0;
}

int fsync(int descriptor) { return synced(descriptor, REAL(fsync)); }
int fdatasync(int descriptor) { return synced(descriptor, REAL(fdatasync)); }

int mkdirat(int at, const char *path, mode_t mode) {
  lock();
  int result = REAL(mkdirat)(at, path, mode);
  struct entry entry = entry_of(at, path);
  if (!result && entry.folder) note_entry('M', entry.inode, &entry);
  unlock();
  return result;
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int unlinkat(int at, const char *path, int flags) {
  lock();
  struct entry entry = entry_of(at, path);
  int result = REAL(unlinkat)(at, path, flags);
  if (!result && entry.folder) note_entry('U', entry.inode, &entry);
  unlock();
  return result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int linkat(int from_at, const char *from, int to_at, const char *to, int flags) {
  lock();
  struct entry source = entry_of(from_at, from), target = entry_of(to_at, to);
  int result = REAL(linkat)(from_at, from, to_at, to, flags);
  if (!result && target.folder) note_entry('L', source.inode, &target);
  unlock();
  return result;
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int renameat(int from_at, const char *from, int to_at, const char *to) {
  lock();
  struct entry source = entry_of(from_at, from), target = entry_of(to_at, to);
  int result = REAL(renameat)(from_at, from, to_at, to);
  if (!result && source.folder && target.folder) {
    char names[2 * PATH_MAX];
    int length = snprintf(names, sizeof names, "%s/%s", source.name, target.name);
    note('R', source.inode, source.folder, target.folder, names, length);
  } else if (!result && (source.folder || target.folder)) abort(); /* in or out of the folder: not needed so far */
  unlock();
  return result;
}

int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }
