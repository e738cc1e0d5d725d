//! A disk that fails when it is told to: a layer between SQLite and the system that every connection of this process goes
//! through. It passes everything on, and lets the n-th call of a kind fail.
#![allow(
    unsafe_code,
    reason = "SQLite's file layer is a table of C functions; there is no other way to stand in it"
)]

use std::ffi::{c_char, c_int, c_void};
use std::sync::{Mutex, MutexGuard, OnceLock};

use libsqlite3_sys::{
    SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_IOERR_DELETE, SQLITE_IOERR_FSYNC, SQLITE_IOERR_READ,
    SQLITE_IOERR_SHMMAP, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE, SQLITE_OK, sqlite3_file,
    sqlite3_initialize, sqlite3_int64, sqlite3_io_methods, sqlite3_vfs, sqlite3_vfs_find,
    sqlite3_vfs_register,
};

/// What fails, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Nothing is written.
    Write,
    /// Half of it is written, and then the disk is full.
    ShortWrite,
    /// All of it is written, and still it is called a failure.
    LateWrite,
    Sync,
    /// What is synced is synced, and still it is called a failure.
    LateSync,
    Open,
    /// A write, and then the opens by which that is to be mended.
    Reopen,
    Delete,
    Truncate,
    Read,
    /// The memory that connections share.
    Map,
}

pub const KINDS: [Kind; 11] = [
    Kind::Write,
    Kind::ShortWrite,
    Kind::LateWrite,
    Kind::Sync,
    Kind::LateSync,
    Kind::Open,
    Kind::Reopen,
    Kind::Delete,
    Kind::Truncate,
    Kind::Read,
    Kind::Map,
];

struct Plan {
    kind: Kind,
    /// How many calls of the kind still succeed.
    after: u32,
    /// Then how many fail.
    times: u32,
    failed: u32,
    /// Of [`Kind::Reopen`]: has the write failed?
    broken: bool,
}

static PLAN: Mutex<Option<Plan>> = Mutex::new(None);

fn plan() -> MutexGuard<'static, Option<Plan>> {
    PLAN.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// From now on, of the calls of this kind `after` go well and `times` fail.
pub fn fail(kind: Kind, after: u32, times: u32) {
    *plan() = Some(Plan { kind, after, times, failed: 0, broken: false });
}

/// All goes well again. Returns how many calls have failed.
pub fn heal() -> u32 {
    plan().take().map_or(0, |plan| plan.failed)
}

/// Is it this call's turn to fail?
fn fails(kind: Kind) -> bool {
    let mut plan = plan();
    let Some(plan) = plan.as_mut().filter(|plan| plan.kind == kind && plan.times > 0) else { return false };
    if plan.after > 0 {
        plan.after -= 1;
        return false;
    }
    plan.times -= 1;
    plan.failed += 1;
    true
}

/// The write of [`Kind::Reopen`]: it breaks the connection, once.
fn breaks_for_reopen() -> bool {
    let mut plan = plan();
    let Some(plan) = plan.as_mut().filter(|plan| plan.kind == Kind::Reopen && !plan.broken) else {
        return false;
    };
    plan.broken = plan.after == 0;
    plan.after = plan.after.saturating_sub(1);
    plan.broken
}

fn reopen_fails() -> bool {
    plan().as_ref().is_some_and(|plan| plan.broken) && fails(Kind::Reopen)
}

/// The layer below, as SQLite had it before.
struct Below(*mut sqlite3_vfs);

// SAFETY: SQLite's own file layers live as long as the process and may be called from any thread.
unsafe impl Send for Below {}
unsafe impl Sync for Below {}

static BELOW: OnceLock<Below> = OnceLock::new();

fn below() -> *mut sqlite3_vfs {
    BELOW.get().expect("the disk is put in first").0
}

/// Our file: SQLite's header, then the file of the layer below.
const HEADER: usize = 16;

/// Puts the layer in, for every connection that is opened from now on.
pub fn put_in() {
    BELOW.get_or_init(|| {
        // SAFETY: as SQLite's documentation asks: initialised first, the copy is never freed, and its name is the
        // layer's below with another table of functions.
        unsafe {
            assert_eq!(sqlite3_initialize(), SQLITE_OK);
            let below = sqlite3_vfs_find(std::ptr::null());
            assert!(!below.is_null());
            let mut ours = *below;
            ours.szOsFile += HEADER as c_int;
            ours.zName = c"failing".as_ptr();
            ours.pNext = std::ptr::null_mut();
            ours.xOpen = Some(open);
            ours.xDelete = Some(delete);
            assert_eq!(sqlite3_vfs_register(Box::leak(Box::new(ours)), 1), SQLITE_OK);
            Below(below)
        }
    });
}

// SAFETY, for all that follow: SQLite calls them with files that `open` has made, so the layer's own file stands behind
// the header, and its functions are there.

unsafe fn inner(file: *mut sqlite3_file) -> *mut sqlite3_file {
    unsafe { file.cast::<u8>().add(HEADER).cast() }
}

unsafe fn methods<'a>(file: *mut sqlite3_file) -> &'a sqlite3_io_methods {
    unsafe { &*(*inner(file)).pMethods }
}

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    unsafe {
        (*file).pMethods = std::ptr::null();
        if fails(Kind::Open) || reopen_fails() {
            return SQLITE_CANTOPEN;
        }
        let done = (*below()).xOpen.unwrap()(below(), name, inner(file), flags, out);
        if !(*inner(file)).pMethods.is_null() {
            (*file).pMethods = &METHODS;
        }
        done
    }
}

unsafe extern "C" fn delete(_: *mut sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    if fails(Kind::Delete) {
        return SQLITE_IOERR_DELETE;
    }
    unsafe { (*below()).xDelete.unwrap()(below(), name, sync) }
}

static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    // With shared memory, and without reading the file as memory: all reading comes through here.
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(device_characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    unsafe { methods(file).xClose.unwrap()(inner(file)) }
}

unsafe extern "C" fn read(file: *mut sqlite3_file, to: *mut c_void, n: c_int, at: sqlite3_int64) -> c_int {
    if fails(Kind::Read) {
        return SQLITE_IOERR_READ;
    }
    unsafe { methods(file).xRead.unwrap()(inner(file), to, n, at) }
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    from: *const c_void,
    n: c_int,
    at: sqlite3_int64,
) -> c_int {
    let write = |n| unsafe { methods(file).xWrite.unwrap()(inner(file), from, n, at) };
    if fails(Kind::Write) || breaks_for_reopen() {
        return SQLITE_IOERR_WRITE;
    }
    if fails(Kind::ShortWrite) {
        write(n / 2);
        return SQLITE_FULL;
    }
    let done = write(n);
    if fails(Kind::LateWrite) { SQLITE_IOERR_WRITE } else { done }
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, size: sqlite3_int64) -> c_int {
    if fails(Kind::Truncate) {
        return SQLITE_IOERR_TRUNCATE;
    }
    unsafe { methods(file).xTruncate.unwrap()(inner(file), size) }
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    if fails(Kind::Sync) {
        return SQLITE_IOERR_FSYNC;
    }
    let done = unsafe { methods(file).xSync.unwrap()(inner(file), flags) };
    if fails(Kind::LateSync) { SQLITE_IOERR_FSYNC } else { done }
}

unsafe extern "C" fn file_size(file: *mut sqlite3_file, size: *mut sqlite3_int64) -> c_int {
    unsafe { methods(file).xFileSize.unwrap()(inner(file), size) }
}

unsafe extern "C" fn lock(file: *mut sqlite3_file, how: c_int) -> c_int {
    unsafe { methods(file).xLock.unwrap()(inner(file), how) }
}

unsafe extern "C" fn unlock(file: *mut sqlite3_file, how: c_int) -> c_int {
    unsafe { methods(file).xUnlock.unwrap()(inner(file), how) }
}

unsafe extern "C" fn check_reserved_lock(file: *mut sqlite3_file, out: *mut c_int) -> c_int {
    unsafe { methods(file).xCheckReservedLock.unwrap()(inner(file), out) }
}

unsafe extern "C" fn file_control(file: *mut sqlite3_file, op: c_int, arg: *mut c_void) -> c_int {
    unsafe { methods(file).xFileControl.unwrap()(inner(file), op, arg) }
}

unsafe extern "C" fn sector_size(file: *mut sqlite3_file) -> c_int {
    unsafe { methods(file).xSectorSize.unwrap()(inner(file)) }
}

unsafe extern "C" fn device_characteristics(file: *mut sqlite3_file) -> c_int {
    unsafe { methods(file).xDeviceCharacteristics.unwrap()(inner(file)) }
}

unsafe extern "C" fn shm_map(
    file: *mut sqlite3_file,
    page: c_int,
    size: c_int,
    extend: c_int,
    out: *mut *mut c_void,
) -> c_int {
    if fails(Kind::Map) {
        return SQLITE_IOERR_SHMMAP;
    }
    unsafe { methods(file).xShmMap.unwrap()(inner(file), page, size, extend, out) }
}

unsafe extern "C" fn shm_lock(file: *mut sqlite3_file, offset: c_int, n: c_int, flags: c_int) -> c_int {
    unsafe { methods(file).xShmLock.unwrap()(inner(file), offset, n, flags) }
}

unsafe extern "C" fn shm_barrier(file: *mut sqlite3_file) {
    unsafe { methods(file).xShmBarrier.unwrap()(inner(file)) }
}

unsafe extern "C" fn shm_unmap(file: *mut sqlite3_file, delete: c_int) -> c_int {
    unsafe { methods(file).xShmUnmap.unwrap()(inner(file), delete) }
}
