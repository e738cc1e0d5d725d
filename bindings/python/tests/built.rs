//! The extension is built whenever the workspace is tested, so that Python's tests find it; and it is one that Python loads.

#[test]
fn the_extension_says_how_python_opens_it() {
    let own = std::env::current_exe().expect("a test knows where it is");
    let folder = own.parent().expect("a file lies in a folder");
    let name = format!("{}_fracas{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let built = std::fs::read(folder.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let opens = b"PyInit__fracas";
    assert!(built.windows(opens.len()).any(|bytes| bytes == opens));
}
