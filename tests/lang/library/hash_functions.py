# hashlib: every guaranteed function on texts around block borders.
import hashlib
for n in sorted(hashlib.algorithms_guaranteed):
    for d in (b'',b'abc',b'x'*55,b'y'*64,b'z'*111,b'w'*128,b'v'*1000, b'k'*136):
        h=hashlib.new(n,d); h.update(b'q'*77); h2=h.copy(); h2.update(b'1')
        a=(20,) if 'shake' in n else ()
        print(n,h.hexdigest(*a),h2.hexdigest(*a),h.digest_size,h.block_size,h.name)
print(hashlib.blake2b(b'abc',digest_size=20,key=b'k',salt=b's',person=b'p').hexdigest(),hashlib.blake2s(b'abc',key=b'kk',last_node=True,fanout=3,depth=2,leaf_size=10,node_offset=77).hexdigest())
import hmac; print(hmac.new(b'k',b'm','sha256').hexdigest())
