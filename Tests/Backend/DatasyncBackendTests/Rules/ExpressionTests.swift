import DatasyncBackend
import DatasyncTree
import Testing

/// The values of single expressions, as a table.
struct ExpressionTests {
    private typealias Case = (expression: String, result: RuleWorld.Result)

    private static let yes = RuleWorld.Result.yes
    private static let no = RuleWorld.Result.no
    private static let failure = RuleWorld.Result.failure
    private static let malformed = RuleWorld.Result.malformed

    /// Without a user.
    private static let signedOut: [Case] = [
        ("true", yes), ("false", no), ("!true", no), ("!!true", yes), ("true && false", no), ("true || false", yes),
        ("false || false || true", yes), ("true && true && false", no), ("false && false || true", yes),
        ("false && (false || true)", no), ("!(true && false)", yes), ("true ? false : true", no),
        ("false ? false : true", yes), ("true ? false ? true : false : true", no), ("(true)", yes),
        ("1 < 2", yes), ("2 < 1", no), ("2 <= 2", yes), ("2 >= 3", no), ("3 > 2", yes), ("1 == 1.0", yes),
        ("1 === 1", yes), ("1 != 1", no), ("1 !== 2", yes), ("1 + 2 * 3 == 7", yes), ("(1 + 2) * 3 == 9", yes),
        ("10 - 2 - 3 == 5", yes), ("12 / 2 / 3 == 2", yes), ("7 % 4 == 3", yes), ("-7 % 4 == -3", yes),
        ("1 % 1 == 1", no), ("-1 < 0", yes), ("- -1 == 1", yes), ("1e3 == 1000", yes), ("2.5e-1 == 0.25", yes),
        ("0.1 + 0.2 == 0.3", no), ("1/0 > 2", no), ("1/0 < 2", no), ("(1/0 + '') == 'NaN'", yes),
        ("1/0 == 1/0", no), ("1 % 0 == 1 % 0", no), ("-0 == 0", yes), ("-0 + '' == '0'", yes),
        ("1e308 * 10 + '' == 'Infinity'", yes), ("now == 1000", yes), ("now + 1 > now", yes),
        ("'a' == 'a'", yes), ("'a' == \"a\"", yes), ("'a' < 'b'", yes), ("'a' < 'aa'", yes), ("'B' < 'a'", yes),
        ("'a' >= 'a'", yes), ("'a' + 'b' == 'ab'", yes), ("'a' + 1 == 'a1'", yes), ("1 + 'a' == '1a'", yes),
        ("1.5 + '' == '1.5'", yes), ("'\\u0041\\n\\t\\'' == 'A\\n\\t\\''", yes),
        // Code units, not scalars: U+1F600 begins with D83D, before U+E000.
        ("'\\uD83D\\uDE00' < '\\uE000'", yes), ("'é' == 'e\\u0301'", no),
        ("1 == '1'", no), ("true == 1", no), ("null == false", no), ("null == null", yes), ("'' == null", no),
        ("1 != '1'", yes), ("1 < 'a'", no), ("'a' < 1", no), ("null < 1", no), ("null >= null", no),
        ("!(1 < 'a')", yes), ("root.val() == data.val()", no), ("data.val() == data.val()", yes),
        ("data.val() == root.child('twin/ada').val()", yes), ("data.val() == root.child('twin/bob').val()", no),
        ("root.child('users').val() == root.child('twin').val()", yes), ("data.val() == null", no),
        ("data.child('zip').val() == null", yes), ("data.val() != 'ada'", yes),
        ("'foo'.contains('o')", yes), ("'foo'.contains('')", yes), ("''.contains('o')", no),
        ("'aab'.contains('ab')", yes), ("'foo'.beginsWith('fo')", yes), ("'foo'.beginsWith('oo')", no),
        ("'foo'.endsWith('oo')", yes), ("'foo'.endsWith('foo!')", no), ("'foo'.length == 3", yes),
        ("''.length == 0", yes), ("root.child('emoji').val().length == 4", yes), ("'foo'['length'] == 3", yes),
        ("'banana'.replace('an', 'n') == 'bnna'", yes), ("'aaa'.replace('aa', 'b') == 'ba'", yes),
        ("'foo'.replace('x', 'y') == 'foo'", yes), ("'foo'.replace('', 'y') == 'foo'", yes),
        ("'foo'.replace('o', '') == 'f'", yes), ("'Foo'.toLowerCase() == 'foo'", yes),
        ("'Foo'.toUpperCase() == 'FOO'", yes), ("root.child('é').val().toLowerCase() == 'été'", yes),
        ("'ÀŸΣЖš'.toLowerCase() == 'àÿσжš'", yes), ("'àÿςжš'.toUpperCase() == 'ÀŸΣЖŠ'", yes),
        ("'straße'.toUpperCase() == 'STRAßE'", yes), ("'×÷ıİ'.toLowerCase() == '×÷ıİ'", yes),
        ("'foo'.matches(/o+$/)", yes), ("'FOO'.matches(/o/)", no), ("'FOO'.matches(/o/i)", yes),
        ("'a/b'.matches(/\\//)", yes), ("'a/b'.matches(/[/]/)", yes), ("root.child('text').val().matches(/^ba/)", yes),
        ("root.child('text').val().matches(/^wa/)", no), ("'foo'.toUpperCase().toLowerCase().length == 3", yes),
        ("$user == 'ada'", yes), ("$user.length == 3", yes), ("data.child('name').val() == 'Ada'", yes),
        ("data.exists()", yes), ("data['exists']()", yes), ("data.child('zip').exists()", no),
        ("root.child('users').child($user).child('age').val() == 36", yes),
        ("root.child('users/' + $user + '/age').val() == 36", yes), ("data.parent().child('bob').exists()", yes),
        ("data.parent().parent().child('flag').val()", yes), ("root.parent().exists()", failure),
        ("data.child('../bob/name').val() == 'Bob'", yes), ("data.child('./name//').exists()", yes),
        ("data.child('/name').exists()", yes), ("root.child('../users').exists()", yes),
        ("root.child('users/ada/../bob').child('name').parent().val() == root.child('users/bob').val()", yes),
        ("root.child('').hasChildren()", yes), ("root.child('no.such/key').exists()", no),
        ("root.hasChild('banned/bob@example.com')", no), ("data.hasChild('name')", yes), ("data.hasChild('zip')", no),
        ("data.hasChildren()", yes), ("data.child('name').hasChildren()", no),
        ("data.hasChildren(['name', 'age'])", yes),
        ("data.hasChildren(['name', 'zip'])", no), ("root.hasChildren(['users/ada/name'])", yes),
        ("data.childCount() == 2", yes), ("data.child('name').childCount() == 0", yes),
        ("data.child('name').isString()", yes), ("data.child('age').isString()", no),
        ("data.child('age').isNumber()", yes), ("data.isNumber()", no), ("root.child('off').isBoolean()", yes),
        ("root.child('zip').isBoolean()", no), ("root.child('flag').val()", yes), ("root.child('off').val()", no),
        ("root.child('number').val()", failure), ("root.child('zip').val()", failure),
        ("root.child('number').val() && true", failure), ("true && root.child('number').val()", failure),
        ("false && root.child('number').val()", no), ("true || root.child('number').val()", yes),
        ("!root.child('flag').val()", no), ("!root.child('text').val()", failure),
        ("root.child('empty').val().length < 100", yes), ("root.child('number').val().length > 0", failure),
        ("root.child('text').val().hash == null", malformed), ("data.hash() == root.child('twin/ada').hash()", yes),
        ("data.hash() == root.hash()", no), ("root.child('zip').hash() == ''", yes),
        ("root.child('number').hash() == 'p7VFjFa5YgIi1wJOzXKQKWpcxXI='", no),
        ("auth == null", yes), ("null == auth", yes), ("auth != null", no), ("auth !== null", no),
        ("auth.uid == null", yes), ("auth.uid !== 'eviluser'", yes), ("auth.token.foo.baz == null", yes),
        ("auth.token.not.found.length > 0", failure), ("!(auth.token.dreams.length > 1)", failure),
        ("'foo'.contains(auth.token.foo)", failure), ("root.child('users/' + auth.uid).exists()", failure),
        ("root.child(auth.uid).exists() == false", failure), ("root.hasChildren([auth.uid])", failure),
        ("-auth.token.foo == -1", failure), ("(true ? auth : null) == null", yes),
        ("(false ? null : auth) == null", yes), ("auth.uid == $user", no), ("(true ? auth.uid : $user) == null", yes),
        ("(auth == null ? 'x' : auth.uid) == $user", no),
    ]

    /// With the user `bob` and his claims.
    private static let signedIn: [Case] = [
        ("auth != null", yes), ("auth == null", no), ("auth == auth", yes), ("auth == 'bob'", no),
        ("auth.uid == 'bob'", yes), ("auth['uid'] == 'bob'", yes), ("auth.provider === 'custom'", yes),
        ("auth.uid == $user", no), ("$user != auth.uid", yes), ("(true ? auth.uid : $user) == 'bob'", yes),
        ("(true ? auth : null).uid == 'bob'", yes), ("(false ? auth : null).uid == null", yes),
        ("(false ? $user : auth.uid) == auth.uid", yes), ("(auth != null ? auth.uid : $user) == $user", no),
        ("auth.token.someInt < 5", yes), ("2 > auth.token.someInt", yes), ("1 >= auth.token.someInt", yes),
        ("auth.token.nested.bar == true", yes), ("auth.token.nested['bar'] == true", yes),
        ("auth.token.nested['b' + 'ar'] == true", yes), ("auth.token[$user] == null", yes),
        ("auth.token.nested.length == 3", yes), ("auth.token.someString.length == 3", yes),
        ("auth.token.groups[0] == 'red'", yes), ("auth.token.groups[2] == null", yes),
        ("auth.token.groups[-1] == null", yes), ("auth.token.groups[0.5] == null", yes),
        ("auth.token.groups.red == null", yes), ("auth.token.nested == auth.token.same", yes),
        ("auth.token.groups == auth.token.nested", no), ("auth.token.someBool", yes), ("auth.token.someInt", failure),
        ("auth.token.someString.contains('n')", yes), ("auth.token.someString['contains']('on') == true", yes),
        ("'foo1'.contains(auth.token.someInt)", failure), ("'1foo'.beginsWith(auth.token.someInt)", failure),
        ("'foo1'.endsWith(auth.token.someInt)", failure), ("'foo'.replace(auth.token.someInt, 'b') == ''", failure),
        ("'foobar'.replace('bar', auth.token.someInt) == 'foo1'", failure),
        ("-auth.token.someString == -1", failure), ("!(auth.token.someString == null)", yes),
        ("(auth.token.someInt + 1) == 2", yes), ("(1 - auth.token.someInt) == 0", yes),
        ("(auth.token.someInt / 2) == 0.5", yes), ("(1 % auth.token.someInt) == 1", no),
        ("(auth.token.someString + 'two') == 'onetwo'", yes), ("(auth.token.someString + 1) == 2", no),
        ("(1 + auth.token.someString) == 2", no), ("(auth.token.someString - 1) == 0", failure),
        ("(1 * auth.token.someString) == 1", failure), ("(1 + auth.token.someBool) == 2", failure),
        ("(auth.token.someBool % 2) == 1", failure), ("(1 + auth.token.none) == 2", failure),
        ("(auth.token.none * 1) == 1", failure), ("'one' == auth.token.someInt", no),
        ("'one' != auth.token.someInt", yes), ("'one' < auth.token.someInt", no), ("auth.token.someInt > 'one'", no),
        ("auth.token.none < 1", no), ("auth.token.someBool < true || true", malformed),
        ("root.child('users').child(auth.uid).child('name').val() == 'Bob'", yes),
        ("auth.token.isTernary === true ? root.child('x').exists() : true", yes),
    ]

    /// Expressions that the compiler refuses.
    private static let refused = [
        "", " ", "7", "'foo'", "null", "auth", "auth.uid", "now", "root", "data.child('a')", "auth && true",
        "true && 'x'", "1 || true", "!1", "-'a' == 1", "-true == 1", "var foo = 8", "root = 5",
        "auth.uid === '5'; auth.uid === 5", "auth.uid === 'one' ? 7 : true", "auth.uid == 'one' ? true : 'x'",
        "1 ? true : false", "auth.token.foo.contains(7)", "skies === 'blue'", "$color == 'red'", "$ == 'red'",
        "root.hasChildren('foo', 'bar')", "root.hasChildren(['foo', 7])", "root.hasChildren([])",
        "root.hasChildren(['a',])", "root.child('s').val().matches('/foo/')", "'a'.matches(/bar/ig)",
        "'a'.matches(/bar/g)", "auth.token.foo.notFound() == false", "root.val().notFound == false",
        "root.child('foo') != null", "root == root", "root.val() > true", "root.val() <= true", "(2**2) == 4",
        "root['doesNotExist']() == true", "root['exi' + 'sts']() == false", "root[$user]() == false",
        "auth.token.s['doesNotContain']('on') == false", "query.foo == 1", "query == null", "query", "(query) == 1",
        "newData.exists()", "auth.uid.foo == 1", "auth.foo == 1", "auth() == 1", "true()", "data.exists", "data.val",
        "data.exists(1)", "data.child()", "data.child('a', 'b').exists()", "data.child(7).exists()", "data.foo()",
        "'a'.replace('b') == ''", "'a'.length() == 1", "['a'] == 'a'", "/a/ == 'a'", "'a'.matches(/a/, 'b')", "1 +",
        "(true", "true)", "true true", "true ? false", "true ? : false", "a.b.c", "'abc", "\"abc", "'\\q' == ''",
        "'\\u00' == ''", "'\\uD800' == ''", "1x == 1", "1e999 == 1", "# == 1", "true & true", "true | true", "a = b",
        "'a' .. 'b'", ".5 == 1", "auth.token.5 == 1", "data.child('a').child('b'", "data.1", "'a'.matches(/a",
        "auth.token[] == 1", "auth.token['a' == 1", "auth.token[true] == 1", "1 == 1 == 'a' < 'b' < true", "@",
        "true == data", "$user.isBoolean()",
    ]

    @Test("expressions evaluate as listed without a user", arguments: signedOut.indices)
    func withoutUser(index: Int) throws {
        let (expression, expected) = Self.signedOut[index]
        #expect(try RuleWorld.read(expression) == expected, "\(expression)")
    }

    @Test("expressions evaluate as listed with a user and claims", arguments: signedIn.indices)
    func withUser(index: Int) throws {
        let (expression, expected) = Self.signedIn[index]
        #expect(try RuleWorld.read(expression, auth: RuleWorld.bob) == expected, "\(expression)")
    }

    @Test("expressions that cannot be right are refused when they are set", arguments: refused)
    func malformedExpression(expression: String) throws {
        #expect(try RuleWorld.read(expression) == .malformed, "\(expression)")
    }

    @Test("the tables hold at least 150 values and 80 refusals")
    func size() {
        #expect(Self.signedOut.count + Self.signedIn.count >= 150)
        #expect(Self.refused.count >= 80)
    }

    @Test(
        "write rules see the data before and after the whole write",
        arguments: [
            ("newData.child('age').val() == 37 && data.child('age').val() == 36", RuleWorld.Result.yes),
            ("newData.child('age').val() == data.child('age').val() + 1", .yes),
            ("newData.parent().child('bob/name').val() == 'Bob'", .yes), ("newData.val() == data.val()", .no),
            ("newData.child('name').val() == data.child('name').val()", .yes),
            ("newData.parent().parent().child('users/ada/age').val() == 37", .yes),
            ("root.child('users/ada/age').val() == 36", .yes),
            ("newData.parent().parent().parent().exists()", .failure),
            ("newData.child('../../users/ada').val() == newData.val()", .yes),
            ("query.limitToFirst == null", .malformed),
            ("(auth == null ? data : newData).child('age').val() == 37", .yes),
            ("(auth != null ? data : newData).child('age').val() == 36", .yes),
        ])
    func writing(expression: String, expected: RuleWorld.Result) throws {
        #expect(try RuleWorld.write(expression) == expected, "\(expression)")
    }

    @Test("read rules see the parameters of the query")
    func query() throws {
        let plain = RuleQuery()
        let limited = RuleQuery(index: .value, startAt: .string("foo"), endAt: .number(3), limitToLast: 10)
        let child = RuleQuery(index: .child(try Path("foo/bar")), equalTo: .boolean(true), limitToFirst: 100)
        let cases: [(String, RuleQuery, RuleWorld.Result)] = [
            ("query.orderByKey && !query.orderByValue && !query.orderByPriority", plain, .yes),
            ("query.orderByChild == null", plain, .yes),
            ("query.startAt == null && query.endAt == null && query.equalTo == null", plain, .yes),
            ("query.limitToFirst == null && query.limitToLast == null", plain, .yes),
            ("query.limitToFirst <= 100", plain, .no), ("query.limitToFirst <= 100", child, .yes),
            ("query.limitToFirst <= 99", child, .no), ("query.orderByChild == 'foo/bar'", child, .yes),
            ("query.equalTo == true", child, .yes), ("query.orderByValue && !query.orderByKey", limited, .yes),
            ("query.startAt == 'foo' && query.endAt == 3 && query.limitToLast == 10", limited, .yes),
            ("query['limitToLast'] == 10", limited, .yes),
            ("query.orderByPriority", RuleQuery(index: .priority), .yes),
            (
                "query.limitToLast == 2 && query.endAt == 'm'", RuleQuery(try Window(end: "m", limit: 2, side: .last)),
                .yes
            ),
            ("query.equalTo == 'm' && query.startAt == 'm'", RuleQuery(try Window(start: "m", end: "m")), .yes),
            ("query.startAt == 'a' && query.equalTo == null", RuleQuery(try Window(start: "a", end: "m")), .yes),
        ]
        for (expression, query, expected) in cases {
            #expect(try RuleWorld.read(expression, query: query) == expected, "\(expression)")
        }
    }
}
