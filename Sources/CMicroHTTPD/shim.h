#ifndef BATON_CMICROHTTPD_SHIM_H
#define BATON_CMICROHTTPD_SHIM_H

#include <fcntl.h>
#include <microhttpd.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* Swift calls neither variadic C functions nor function-like macros, so each one that the server
   needs has a wrapper here. */

/* Starts a daemon without a thread and without a listening socket: whoever starts it runs it with
   MHD_run and adds connections with MHD_add_connection, both on one thread. Its own time limit is off (it restarts on every byte) and its own connection limit is never reached:
   the server has limits of its own. */
static inline struct MHD_Daemon *baton_mhd_start(
    MHD_AccessHandlerCallback handler,
    void *(*target_seen)(void *, const char *, struct MHD_Connection *),
    MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection_changed,
    size_t (*unescape)(void *, struct MHD_Connection *, char *),
    void *context, size_t connection_memory, unsigned int connection_limit) {
  const unsigned int flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET;
  return MHD_start_daemon(
      flags, 0, NULL, NULL, handler, context,
      MHD_OPTION_URI_LOG_CALLBACK, target_seen, context,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, connection_changed, context,
      MHD_OPTION_UNESCAPE_CALLBACK, unescape, context,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
      MHD_OPTION_CONNECTION_LIMIT, connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, 0u,
      MHD_OPTION_END);
}

/* The descriptor that is readable when the daemon has something to do. */
static inline int baton_mhd_epoll(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : info->epoll_fd;
}

/* The pointer that the connection callback left for this socket, or NULL. */
static inline void *baton_mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

/* The socket of a connection, or -1. */
static inline int baton_mhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

/* The number of bytes from the request line to the empty line after the header fields. */
static inline size_t baton_mhd_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info == NULL ? 0 : info->header_size;
}

/* Declared here because defining _GNU_SOURCE would make this module disagree with Swift's Glibc. */
extern int accept4(int, struct sockaddr *, socklen_t *, int);

enum {
  /* POLLRDHUP of Linux: the peer has closed its sending side. */
  BATON_POLL_PEER_CLOSED = 0x2000
};

/* Accepts a connection as a non-blocking descriptor that child processes do not inherit. */
static inline int baton_accept(int listener, struct sockaddr_storage *address, socklen_t *length) {
  return accept4(listener, (struct sockaddr *)address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

/* Declared here because the header's structures would seem to belong to this module. */
extern int ioctl(int, unsigned long, ...);

/* The bytes that the peer has not yet acknowledged, or -1 (SIOCOUTQ of Linux). */
static inline int baton_unsent(int descriptor) {
  int count = 0;
  return ioctl(descriptor, 0x5411, &count) == 0 ? count : -1;
}

/* A second descriptor for the same socket, or -1. */
static inline int baton_duplicate(int descriptor) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
}

/* Raises the soft limit of descriptors towards `wanted` and returns what it is then. */
static inline uint64_t baton_raise_descriptor_limit(uint64_t wanted) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
  if (limit.rlim_cur < wanted) {
    struct rlimit raised = limit;
    raised.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return limit.rlim_cur;
}

#endif
