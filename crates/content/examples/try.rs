use fracas_content::*;
fn main() {
    for t in ["name = Inn\n", "name = \"Inn\nother = 2\n", "name = 'Inn\n", "[zone\nx = 1\n", "a = 1\na = 2\n", "a = \n", "= 1\n", "just words here\nmore words\n", "a = [1, 2\nb = 3\n", "a = {x = 1\nb=2", "a = 01\n", "a = 1 2\n", "[[a]]\n[a]\n", "a = \"\\q\"\n", "a = tru\n", "a = '''\nabc\n", "a.b = 1\n[a]\nc=1\n", "a = 1.\n", "[]\n", "a b = 2\n", "\u{feff}a = x\n", "a = \u{0}\n", "a: 3\n", "a = “Inn”\n", "a = 2d6\n", "a = [1 2]\n", "a = true false"] {
        let e = read(&Source{name:"t".into(), text:t.into()}, |_| ());
        println!("--- {t:?}\n{}", e.err().map(|e| e.to_string()).unwrap_or("OK".into()));
    }
    for n in [10, 79, 80, 81, 5000, 300000] {
        let e = read(&Source::new("deep", format!("a = {}{}", "[".repeat(n), "]".repeat(n))), |_| ());
        println!("{n} {}", e.err().map(|e| e.to_string()).unwrap_or("OK".into()));
        let e = read(&Source::new("deep", format!("a = 1\n[{}a]\nb = 1", "a.".repeat(n))), |_| ());
        println!("{n} {}", e.err().map(|e| e.to_string()).unwrap_or("OK".into()));
    }
    let k = "a.".repeat(78)+"a";
    let t = format!("[{k}]\n{k}={}1{}", format!("{{{k}=").repeat(79), "}".repeat(79));
    println!("{}", t.len());
    let s = Source::new("x", t);
    let e = std::thread::Builder::new().stack_size(1<<20).spawn(move || {let e= read(&s, |_| ()); println!("read"); e}).unwrap().join().unwrap();
    println!("{}", e.err().map(|e| e.to_string()).unwrap_or("OK".into()));
}
